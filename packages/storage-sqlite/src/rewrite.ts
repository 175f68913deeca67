import type { EntryRewrite } from "@agent-treasury/provider";
import type { Connection } from "./connection.ts";
import type { Statements } from "./statements.ts";

/**
 * Puts other bodies in the place of entries' own, in one transaction. The connection overwrites what it
 * frees; the pages that the write-ahead log still has of before are moved on and cut off, unless a
 * reader needs them: then the next one who may does it.
 */
export function rewriteOnce(
  { database, statements }: Connection,
  workspaceId: string,
  rewrites: readonly EntryRewrite[],
): number {
  statements.beginWrite.run();
  let replaced: number;
  try {
    replaced = replaceAll(statements, workspaceId, rewrites);
    statements.commit.run();
  } catch (error) {
    if (database.isTransaction) statements.rollback.run();
    throw error;
  }
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  return replaced;
}

function replaceAll(
  statements: Statements,
  workspaceId: string,
  rewrites: readonly EntryRewrite[],
): number {
  let replaced = 0;
  for (const { sequence, hash, body } of rewrites) {
    const { changes } = statements.rewriteEntry.run(
      JSON.stringify(body),
      workspaceId,
      sequence,
      hash,
    );
    replaced += Number(changes);
  }
  return replaced;
}

import type { EntryRewrite } from "@agent-treasury/provider";
import type { Connection } from "./connection.ts";
import type { Statements } from "./statements.ts";

/**
 * A checkpoint truncates the write-ahead log, which still contains the old bodies. If a reader
 * prevents it, a later checkpoint does it.
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

import type { EntryRewrite } from "@agent-treasury/provider";
import type { Connection } from "./connection.ts";
import { writing } from "./transaction.ts";

/**
 * A checkpoint truncates the write-ahead log, which still contains the old bodies. If a reader
 * prevents it, a later checkpoint does it.
 */
export function rewriteOnce(
  { database, statements }: Connection,
  workspaceId: string,
  rewrites: readonly EntryRewrite[],
): number {
  const replaced = writing(statements, () =>
    rewrites.reduce((count, { sequence, hash, body }) => {
      const text = JSON.stringify(body);
      const { changes } = statements.rewriteEntry.run(text, workspaceId, sequence, hash);
      return count + Number(changes);
    }, 0),
  );
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  return replaced;
}

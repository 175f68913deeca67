import type { EntryRewrite } from "@agent-treasury/provider";
import type { SqlConnection } from "./sql-connection.ts";

export function rewriteOnce(
  connection: SqlConnection,
  workspaceId: string,
  rewrites: readonly EntryRewrite[],
): number {
  const replaced = connection.writing(() =>
    rewrites.reduce((count, { sequence, hash, body }) => {
      const text = JSON.stringify(body);
      const { changes } = connection.statements.rewriteEntry.run(text, workspaceId, sequence, hash);
      return count + Number(changes);
    }, 0),
  );
  connection.overwriteReplaced?.();
  return replaced;
}

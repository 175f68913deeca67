import { commitIdLifetimeMs } from "./encoded-commit.ts";
import type { SqlConnection } from "./sql-connection.ts";
import type { Statements } from "./statements.ts";

export function purgeOnce(connection: SqlConnection, now: number, limit: number): number {
  const { statements } = connection;
  return connection.writing(() => {
    let removed = 0;
    for (const statement of [statements.purgeClaims, statements.purgeDocs]) {
      if (removed < limit) removed += Number(statement.run(now, limit - removed).changes);
    }
    return removed + purgeCommits(statements, now - commitIdLifetimeMs, limit - removed);
  });
}

interface OldCommit {
  readonly workspace_id: string;
  readonly version: bigint;
  readonly doc_kind: string | null;
  readonly doc_id: string | null;
}

/** Removes commit ids, each after the document that expires with it. */
function purgeCommits(
  { oldCommits, purgeDoc, purgeCommit }: Statements,
  before: number,
  limit: number,
): number {
  let removed = 0;
  for (const row of oldCommits.all(before, limit)) {
    const { workspace_id: workspaceId, version, doc_kind, doc_id } = row as unknown as OldCommit;
    if (removed < limit && doc_id !== null) {
      removed += Number(purgeDoc.run(workspaceId, doc_kind, doc_id, version).changes);
    }
    if (removed < limit) removed += Number(purgeCommit.run(workspaceId, version).changes);
  }
  return removed;
}

import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { migrate } from "./migrate.ts";
import { type StatementName, statementTexts } from "./sql/statements.ts";

const database = new DatabaseSync(":memory:");
migrate(database);
afterAll(() => database.close());

function planOf(statement: StatementName): string {
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${statementTexts[statement]}`).all();
  return rows.map((row) => String(row["detail"])).join("; ");
}

const indexOf = {
  head: "sqlite_autoindex_heads_1 (workspace_id=?)",
  version: "sqlite_autoindex_heads_1 (workspace_id=?)",
  workspaces: "sqlite_autoindex_heads_1 (workspace_id>?)",
  workspacesWithOpen: "COVERING INDEX documents_open (workspace_id>?)",
  commitId: "PRIMARY KEY (workspace_id=? AND version=?)",
  claim: "PRIMARY KEY (workspace_id=? AND kind=? AND id=?)",
  doc: "sqlite_autoindex_documents_1 (workspace_id=? AND kind=? AND id=?)",
  openDocs: "documents_open (workspace_id=?)",
  docsBefore: "documents_listed (workspace_id=? AND kind=? AND (epoch,ordinal)<(?,?))",
  dueDocs: "documents_due_by_kind (kind=? AND (due_at,workspace_id,id)>(?,?,?) AND due_at<?)",
  entriesBelow: "sqlite_autoindex_entries_1 (workspace_id=? AND sequence<?)",
  entriesAbove: "sqlite_autoindex_entries_1 (workspace_id=? AND sequence>?)",
  docsAfter: "sqlite_autoindex_documents_1 (workspace_id=? AND (kind,id)>(?,?))",
  rewriteEntry: "sqlite_autoindex_entries_1 (workspace_id=? AND sequence=?)",
  purgeClaims: "claims_expiring (expires_at<?)",
  purgeDocs: "documents_expiring (expires_at<?)",
  oldCommits: "commits_by_age (committed_at<?)",
  purgeDoc: "sqlite_autoindex_documents_1 (workspace_id=? AND kind=? AND id=?)",
  purgeCommit: "PRIMARY KEY (workspace_id=? AND version=?)",
  newestRecord: "sqlite_autoindex_turn_records_1 (workspace_id=? AND turn_id=?)",
  recordsAfter: "sqlite_autoindex_turn_records_1 (workspace_id=? AND turn_id=? AND sequence>?)",
  turnsBefore: "sqlite_autoindex_turn_records_1 (workspace_id=?)",
  removeTurn: "sqlite_autoindex_turn_records_1 (workspace_id=? AND turn_id=?)",
  expiredTurns: "turn_records_expiring (expires_at<?)",
  removeOldest: "sqlite_autoindex_turn_records_1 (workspace_id=? AND turn_id=?)",
} as const;

describe("the plan of a query", () => {
  it.each(Object.entries(indexOf))("uses an index and sorts nothing: %s", (statement, index) => {
    const plan = planOf(statement as StatementName);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});

import type { SqlStatement } from "./sql-statement.ts";

const headColumns = "workspace_id, version, epoch, sequence, last_hash, account";
const docColumns = "workspace_id, kind, id, epoch, ordinal, is_open, due_at, expires_at, body";
const entryColumns = "sequence, epoch, amount_micros, balance_micros, previous_hash, hash, body";

/** Columns of heads, documents and entries with integers of 64 bits. */
export const integerColumns: ReadonlySet<string> = new Set([
  "version",
  "epoch",
  "sequence",
  "ordinal",
  "is_open",
  "due_at",
  "expires_at",
  "amount_micros",
  "balance_micros",
]);

/** The age of a turn is that of its newest record. */
const isNewest = `sequence = (SELECT max(sequence) FROM turn_records AS any_record
    WHERE any_record.workspace_id = newest.workspace_id AND any_record.turn_id = newest.turn_id)`;

const texts = {
  head: `SELECT ${headColumns} FROM heads WHERE workspace_id = ?`,
  version: "SELECT version FROM heads WHERE workspace_id = ?",
  workspaces: "SELECT workspace_id FROM heads WHERE workspace_id > ? ORDER BY workspace_id LIMIT ?",
  workspacesWithOpen: `SELECT DISTINCT workspace_id FROM documents
    WHERE workspace_id > ? AND is_open = 1 AND kind = ? ORDER BY workspace_id LIMIT ?`,
  commitId: "SELECT id FROM commits WHERE workspace_id = ? AND version = ?",
  claim: `SELECT 1 FROM claims WHERE workspace_id = ? AND kind = ? AND id = ?
    AND (expires_at IS NULL OR expires_at >= ?)`,
  doc: `SELECT ${docColumns} FROM documents WHERE workspace_id = ? AND kind = ? AND id = ?`,
  hasDoc: "SELECT 1 FROM documents WHERE workspace_id = ? AND kind = ? AND id = ?",
  openDocs: `SELECT ${docColumns} FROM documents WHERE workspace_id = ? AND is_open = 1
    ORDER BY epoch, ordinal, kind, id`,
  docsBefore: `SELECT ${docColumns} FROM documents WHERE workspace_id = ? AND kind = ?
    AND ordinal IS NOT NULL AND (epoch, ordinal) < (?, ?)
    ORDER BY epoch DESC, ordinal DESC LIMIT ?`,
  dueDocs: `SELECT ${docColumns} FROM documents WHERE kind = ?1 AND due_at <= ?2
    AND (due_at, workspace_id, id) >= (?3, ?4, ?5)
    AND (due_at, workspace_id, kind, id) > (?3, ?4, ?6, ?7)
    ORDER BY due_at, workspace_id, id LIMIT ?8`,
  entriesBelow: `SELECT ${entryColumns} FROM entries WHERE workspace_id = ? AND sequence < ?
    ORDER BY sequence DESC LIMIT ?`,
  entriesAbove: `SELECT ${entryColumns} FROM entries WHERE workspace_id = ? AND sequence > ?
    ORDER BY sequence LIMIT ?`,
  docsAfter: `SELECT ${docColumns} FROM documents WHERE workspace_id = ? AND (kind, id) > (?, ?)
    ORDER BY kind, id LIMIT ?`,

  rewriteEntry: "UPDATE entries SET body = ? WHERE workspace_id = ? AND sequence = ? AND hash = ?",
  putHead: `INSERT INTO heads (${headColumns})
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (workspace_id) DO UPDATE SET version = excluded.version,
    epoch = excluded.epoch, sequence = excluded.sequence, last_hash = excluded.last_hash,
    account = excluded.account`,
  putCommitId: `INSERT INTO commits (workspace_id, version, id, committed_at, doc_kind, doc_id)
    VALUES (?, ?, ?, ?, ?, ?)`,
  putEntry: `INSERT INTO entries (workspace_id, ${entryColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  putDoc: `INSERT INTO documents (${docColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (workspace_id, kind, id) DO UPDATE SET epoch = excluded.epoch,
    ordinal = excluded.ordinal, is_open = excluded.is_open, due_at = excluded.due_at,
    expires_at = excluded.expires_at, body = excluded.body, by_commit = NULL`,
  createDoc: `INSERT INTO documents (${docColumns}, by_commit)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  putClaim: `INSERT INTO claims (workspace_id, kind, id, expires_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (workspace_id, kind, id) DO UPDATE SET expires_at = excluded.expires_at`,

  purgeClaims: `DELETE FROM claims WHERE (workspace_id, kind, id) IN
    (SELECT workspace_id, kind, id FROM claims WHERE expires_at < ?
    LIMIT ?)`,
  purgeDocs: `DELETE FROM documents WHERE rowid IN (SELECT rowid FROM documents
    WHERE is_open = 0 AND by_commit IS NULL AND expires_at < ? LIMIT ?)`,
  oldCommits: `SELECT workspace_id, version, doc_kind, doc_id FROM commits
    WHERE committed_at < ? LIMIT ?`,
  purgeDoc: `DELETE FROM documents
    WHERE workspace_id = ? AND kind = ? AND id = ? AND by_commit = ?`,
  purgeCommit: "DELETE FROM commits WHERE workspace_id = ? AND version = ?",

  newestRecord: `SELECT sequence FROM turn_records WHERE workspace_id = ? AND turn_id = ?
    ORDER BY sequence DESC LIMIT 1`,
  recordsAfter: `SELECT sequence, writer, body FROM turn_records
    WHERE workspace_id = ? AND turn_id = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
  putRecord: `INSERT INTO turn_records
    (workspace_id, turn_id, sequence, writer, appended_at, expires_at, body)
    VALUES (?, ?, ?, ?, ?, ?, ?)`,
  turnsBefore: `SELECT workspace_id, turn_id FROM turn_records AS newest
    WHERE workspace_id = ? AND appended_at < ? AND ${isNewest} LIMIT ?`,
  removeTurn: "DELETE FROM turn_records WHERE workspace_id = ? AND turn_id = ?",
  expiredTurns: `SELECT workspace_id, turn_id FROM turn_records AS newest
    WHERE expires_at < ? AND ${isNewest} LIMIT ?`,
  removeOldest: `DELETE FROM turn_records WHERE rowid IN (SELECT rowid FROM turn_records
    WHERE workspace_id = ? AND turn_id = ? ORDER BY sequence LIMIT ?)`,
};

export type StatementName = keyof typeof texts;

export const statementTexts: Readonly<Record<StatementName, string>> = texts;

export type Statements = Readonly<Record<StatementName, SqlStatement>>;

/** @param selected how to select a column of a head, a document or an entry; its name by default. */
export function prepareStatements(
  prepare: (text: string) => SqlStatement,
  selected: (column: string) => string = (column) => column,
): Statements {
  const lists = [headColumns, docColumns, entryColumns].map((columns) => ({
    named: `SELECT ${columns} FROM`,
    chosen: `SELECT ${columns.split(", ").map(selected).join(", ")} FROM`,
  }));
  const prepared = Object.entries(statementTexts).map(([name, text]) => {
    const list = lists.find(({ named }) => text.startsWith(named));
    return [name, prepare(list === undefined ? text : text.replace(list.named, list.chosen))];
  });
  return Object.fromEntries(prepared) as Statements;
}

/**
 * The statements of the storage, over any connection to SQLite with synchronous calls. Internals for
 * storages of Agent Treasury. Any release may change them.
 *
 * @module
 */
export { commitOnce, judge } from "./commit.ts";
export { type CopyPage, type CopyPlace, copyBeginning, readCopyPage } from "./copy-page.ts";
export { byPlace, readDue } from "./due.ts";
export { type EncodedCommit, encodeCommit } from "./encoded-commit.ts";
export { sqliteMigrations } from "./migrations.ts";
export { isMoveMessage } from "./move-schema.ts";
export { sqliteMoves } from "./moves.ts";
export { purgeOnce } from "./purge.ts";
export { loadSnapshot, loadView, readHead } from "./read.ts";
export { rewriteOnce } from "./rewrite.ts";
export type { Row } from "./rows.ts";
export type { SqlConnection } from "./sql-connection.ts";
export type { SqlStatement, SqlValue } from "./sql-statement.ts";
export { integerColumns, prepareStatements } from "./statements.ts";
export { sqliteTurnLog } from "./turn-log.ts";

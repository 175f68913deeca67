import { mkdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { TreasuryError } from "@agent-treasury/provider";
import { DatabaseFile, longestLogBytes } from "./database-file.ts";
import { directoryMode, keepPrivate } from "./file-modes.ts";
import { checkSchema, migrate } from "./migrate.ts";
import type { SqlConnection } from "./sql/sql-connection.ts";
import type { SqlStatement } from "./sql/sql-statement.ts";
import { prepareStatements } from "./sql/statements.ts";
import {
  databaseError,
  isReadOnly,
  isRefusedRow,
  movedError,
  storageError,
} from "./sqlite-error.ts";
import { type OpenDatabase, openDatabase, type SqliteDatabase } from "./sqlite.ts";
import { boundariesOf, transactionsOf } from "./transactions.ts";
import { whenFree } from "./when-free.ts";

export const inMemory = ":memory:";

export interface Connection extends SqlConnection {
  readonly path: string;
  readonly database: SqliteDatabase;
  /** Opens another connection. */
  readonly open: OpenDatabase;
  /** Null in memory. */
  readonly file: DatabaseFile | null;
}

/** Calls `work` with the connection once the database is free. */
export type WhenFree = <Result>(work: (connection: Connection) => Result) => Promise<Result>;

export async function openConnection(
  path: string,
  open: OpenDatabase = openDatabase,
): Promise<Connection> {
  if (path !== inMemory) await makeDirectory(path);
  return await whenFree(() => connect(path, open));
}

function connect(path: string, open: OpenDatabase): Connection {
  if (path !== inMemory) keepPrivate(path);
  const database = open(path);
  try {
    database.exec("PRAGMA busy_timeout = 0");
    checkSchema(database, path);
    keepDurably(database, path);
    migrate(database);
    const file = path === inMemory ? null : new DatabaseFile(database, path, open);
    return {
      path,
      database,
      open,
      file,
      statements: statementsOf(database),
      prepare: (text) => statementOf(database, text),
      execute: (text) => database.exec(text),
      selectInteger: (expression, name) =>
        name === undefined ? expression : `${expression} AS ${name}`,
      ...transactionsOf(boundariesOf(database)),
      isRefusedRow,
      movedError,
      noteCommit: () => file?.noteCommit(),
      // The write-ahead log still contains the old text. If a reader prevents a checkpoint, a later
      // one truncates it.
      overwriteReplaced: () => database.exec("PRAGMA wal_checkpoint(TRUNCATE)"),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

export function statementsOf(database: SqliteDatabase): SqlConnection["statements"] {
  return prepareStatements((text) => statementOf(database, text));
}

function statementOf(database: SqliteDatabase, text: string): SqlStatement {
  const statement = database.prepare(text);
  statement.setReadBigInts(true);
  return statement;
}

/** The last connection to close removes the write-ahead log. */
export function closeConnection({ database, file }: Connection): void {
  file?.close();
  database.close();
}

function keepDurably(database: SqliteDatabase, path: string): void {
  const mode = database.prepare("PRAGMA journal_mode = WAL").get()?.["journal_mode"];
  if (mode !== "wal" && path !== inMemory) {
    const problem = "cannot have a write-ahead log at its location: move it to a local disk";
    throw databaseError(path, problem);
  }
  database.exec("PRAGMA synchronous = FULL");
  // macOS otherwise confirms before the data is on disk.
  database.exec("PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON");
  database.exec(`PRAGMA journal_size_limit = ${longestLogBytes}`);
  // Erased text must not remain in free pages.
  database.exec("PRAGMA secure_delete = ON");
}

/**
 * SQLite opens a file without permission to write as read-only, where a transaction that writes
 * fails at its first statement.
 *
 * @throws TreasuryError `storage_error`
 */
export function assertWritable({ path, statements, writing }: Connection): void {
  try {
    writing(() => statements.purgeCommit.run("", -1n));
  } catch (error) {
    // Another process may be writing.
    if (isReadOnly(error)) throw storageError(error, path);
  }
}

async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: directoryMode });
  } catch (cause) {
    throw new TreasuryError(
      "storage_error",
      `The directory of the database "${basename(path)}" cannot be created: check the path and the permissions.`,
      { cause },
    );
  }
}

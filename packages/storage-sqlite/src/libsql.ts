import type { SqlValue } from "./sql/sql-statement.ts";
import type { OpenDatabase, SqliteStatement } from "./sqlite.ts";

/** What this package uses of the class that the package `libsql` exports. */
export type LibsqlDatabase = new (path: string) => {
  exec(text: string): void;
  prepare(text: string): LibsqlStatement;
  close(): void;
};

export interface LibsqlStatement {
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
  run(...values: SqlValue[]): { readonly changes: number | bigint };
  safeIntegers(isEnabled: boolean): unknown;
}

/** Connections of `libsql` to a local file, with the interface of `node:sqlite`. */
export function openLibsql(Database: LibsqlDatabase): OpenDatabase {
  return (path, options) => {
    const database = coded(() => new Database(path));
    // `libsql` has no read-only connections.
    if (options?.readOnly === true) coded(() => database.exec("PRAGMA query_only = ON"));
    return {
      exec: (text) => coded(() => database.exec(text)),
      prepare: (text) => statementOf(coded(() => database.prepare(text))),
      close: () => database.close(),
    };
  };
}

function statementOf(statement: LibsqlStatement): SqliteStatement {
  return {
    get: (...values) =>
      coded(() => statement.get(...values) as Record<string, unknown> | undefined),
    all: (...values) => coded(() => statement.all(...values) as object[]),
    run: (...values) => coded(() => statement.run(...values)),
    setReadBigInts: (isEnabled) => void statement.safeIntegers(isEnabled),
  };
}

/** Adds `errcode`, the name that Node has for SQLite's result code. */
function coded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && "rawCode" in error) {
      Object.assign(error, { errcode: error.rawCode });
    }
    throw error;
  }
}

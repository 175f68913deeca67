import type * as Sqlite from "node:sqlite";
import { TreasuryError } from "@agent-treasury/provider";
import type { SqlStatement, SqlValue } from "./sql/sql-statement.ts";

/** A connection of `node:sqlite` or `libsql`. Errors have SQLite's result code as `errcode`. */
export interface SqliteDatabase {
  exec(text: string): void;
  prepare(text: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement extends SqlStatement {
  get(...values: SqlValue[]): Record<string, unknown> | undefined;
  setReadBigInts(isEnabled: boolean): void;
}

export type OpenDatabase = (path: string, options?: { readonly readOnly?: true }) => SqliteDatabase;

/** With Node's `node:sqlite`. */
export const openDatabase: OpenDatabase = (path, options = {}) =>
  new (sqlite().DatabaseSync)(path, options);

/**
 * Loaded at the first use, because an older Node fails to link a static import before the check of
 * its version runs.
 *
 * @throws TreasuryError `storage_error`
 */
export function sqlite(): typeof Sqlite {
  const loaded = process.getBuiltinModule?.("node:sqlite") as typeof Sqlite | undefined;
  if (loaded !== undefined) return loaded;
  throw new TreasuryError(
    "storage_error",
    "This runtime has no node:sqlite: use Node 22.13 or later without --no-experimental-sqlite, or another storage.",
  );
}

import { firstSchema } from "./migrations/0001-first-schema.ts";
import { turnRecords } from "./migrations/0002-turn-records.ts";
import { dueByKind } from "./migrations/0003-due-by-kind.ts";
import { expiryByCommit } from "./migrations/0004-expiry-by-commit.ts";

/** Existing steps never change. */
export interface SqliteMigration {
  /** Versions are consecutive. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/**
 * The steps that a storage runs at its first use, for review.
 *
 * @example
 * for (const { version, name, sql } of sqliteMigrations) console.log(version, name, sql);
 */
export const sqliteMigrations: readonly SqliteMigration[] = [
  { version: 1, name: "first schema", sql: firstSchema },
  { version: 2, name: "turn records", sql: turnRecords },
  { version: 3, name: "due by kind", sql: dueByKind },
  { version: 4, name: "expiry by commit", sql: expiryByCommit },
];

export const newestVersion: number = sqliteMigrations.length;

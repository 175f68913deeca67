import { firstSchema } from "./migrations/0001-first-schema.ts";
import { turnRecords } from "./migrations/0002-turn-records.ts";

/** One step of the schema. Steps are added, never changed. */
export interface SqliteMigration {
  /** The version that the database has after it, one more with each. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/**
 * The steps that a storage runs by itself at its first use, for reading and printing.
 *
 * @example
 * for (const { version, name, sql } of sqliteMigrations) console.log(version, name, sql);
 */
export const sqliteMigrations: readonly SqliteMigration[] = [
  { version: 1, name: "first schema", sql: firstSchema },
  { version: 2, name: "turn records", sql: turnRecords },
];

import { access } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { refuseForeignDatabase, schemaVersionOf } from "./migrate.ts";
import { sqliteMigrations } from "./migrations.ts";
import { storageError } from "./sqlite-error.ts";

/** Which schema a database has, and which one this package wants. */
export interface SqliteSchema {
  /** 0 when there is none, or no database. */
  readonly version: number;
  readonly newest: number;
}

/**
 * Looks which schema a database has, without changing it or making one.
 *
 * @throws TreasuryError `storage_error`, also for another application's database.
 * @example
 * const { version, newest } = await sqliteSchema(".data/treasury.db");
 */
export async function sqliteSchema(path: string): Promise<SqliteSchema> {
  const newest = sqliteMigrations.at(-1)?.version ?? 0;
  try {
    await access(path);
  } catch {
    return { version: 0, newest };
  }
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      refuseForeignDatabase(database, path);
      return { version: schemaVersionOf(database), newest };
    } finally {
      database.close();
    }
  } catch (error) {
    throw storageError(error, path);
  }
}

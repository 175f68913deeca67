import { access } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { refuseForeignDatabase, schemaVersionOf } from "./migrate.ts";
import { sqliteMigrations } from "./migrations.ts";
import { storageError } from "./sqlite-error.ts";

export interface SqliteSchema {
  /** 0 without a schema or a database. */
  readonly version: number;
  readonly newest: number;
}

/**
 * Reads the schema version of a database without changing it.
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

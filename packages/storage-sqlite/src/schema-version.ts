import { access } from "node:fs/promises";
import { checkSchema } from "./migrate.ts";
import { newestVersion } from "./sql/migrations.ts";
import { storageError } from "./sqlite-error.ts";
import { openDatabase } from "./sqlite.ts";

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
  try {
    await access(path);
  } catch {
    return { version: 0, newest: newestVersion };
  }
  try {
    const database = openDatabase(path, { readOnly: true });
    try {
      return { version: checkSchema(database, path), newest: newestVersion };
    } finally {
      database.close();
    }
  } catch (error) {
    throw storageError(error, path);
  }
}

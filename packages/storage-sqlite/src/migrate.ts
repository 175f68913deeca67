import { type SqliteMigration, newestVersion, sqliteMigrations } from "./sql/migrations.ts";
import { databaseError } from "./sqlite-error.ts";
import type { SqliteDatabase } from "./sqlite.ts";

/** "AgTr" in the file header, to detect files of other applications. */
const applicationId = 0x41675472;

/** Rejects another application's database, and a newer schema. Returns the schema's version. */
export function checkSchema(database: SqliteDatabase, path: string): number {
  const tables = database.prepare("SELECT count(*) AS count FROM sqlite_schema").get()?.["count"];
  const owner = pragma(database, "application_id");
  const version = pragma(database, "user_version");
  // A new database.
  if (owner === 0 && tables === 0) return version;
  if (owner !== applicationId) {
    throw databaseError(path, "belongs to another application: choose another path");
  }
  if (version > newestVersion) {
    throw databaseError(
      path,
      `has schema ${version}, and this version of the package supports schemas up to ${newestVersion}: update @agent-treasury/storage-sqlite`,
    );
  }
  return version;
}

/** Runs the missing steps in one transaction. If two processes open a database, one runs them. */
export function migrate(
  database: SqliteDatabase,
  migrations: readonly SqliteMigration[] = sqliteMigrations,
): void {
  const newest = migrations.at(-1)?.version ?? 0;
  if (pragma(database, "user_version") >= newest) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    const version = pragma(database, "user_version");
    for (const migration of migrations) {
      if (migration.version > version) database.exec(migration.sql);
    }
    database.exec(`PRAGMA application_id = ${applicationId}`);
    database.exec(`PRAGMA user_version = ${Math.max(version, newest)}`);
    database.exec("COMMIT");
  } catch (error) {
    try {
      database.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled back, for example because the disk is full.
    }
    throw error;
  }
}

function pragma(database: SqliteDatabase, name: "application_id" | "user_version"): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

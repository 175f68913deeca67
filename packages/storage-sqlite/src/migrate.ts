import { basename } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { TreasuryError } from "@agent-treasury/provider";
import { type SqliteMigration, sqliteMigrations } from "./migrations.ts";

/** Written into the header of our databases, "AgTr": no other application's file is taken for ours. */
const applicationId = 0x41675472;

/**
 * Refuses what this version must not touch: another application's database, and one that a newer
 * version has changed.
 */
export function refuseForeignDatabase(
  database: DatabaseSync,
  path: string,
  migrations: readonly SqliteMigration[] = sqliteMigrations,
): void {
  const tables = Number(
    database.prepare("SELECT count(*) AS count FROM sqlite_schema").get()?.["count"],
  );
  const owner = pragma(database, "application_id");
  const isNew = owner === 0 && tables === 0;
  if (owner !== applicationId && !isNew) {
    throw new TreasuryError(
      "storage_error",
      `The database "${basename(path)}" belongs to another application: choose a path of its own.`,
    );
  }
  const newest = migrations.at(-1)?.version ?? 0;
  const version = pragma(database, "user_version");
  if (!isNew && version > newest) {
    throw new TreasuryError(
      "storage_error",
      `The database "${basename(path)}" has schema ${version}, and this version of the package knows up to ${newest}: update @agent-treasury/storage-sqlite.`,
    );
  }
}

/**
 * Runs the steps that the database has not had, all of them or none. Of two processes that open it at
 * the same moment one runs them, and the other finds them done.
 */
export function migrate(
  database: DatabaseSync,
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
    database.exec("ROLLBACK");
    throw error;
  }
}

/** The number of the last step that the database has had. */
export function schemaVersionOf(database: DatabaseSync): number {
  return pragma(database, "user_version");
}

function pragma(database: DatabaseSync, name: "application_id" | "user_version"): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

import { basename } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { TreasuryError } from "@agent-treasury/provider";
import { type SqliteMigration, sqliteMigrations } from "./migrations.ts";

/** "AgTr" in the file header, to detect files of other applications. */
const applicationId = 0x41675472;

/** Rejects another application's database, and a newer schema. */
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
      `The database "${basename(path)}" belongs to another application: choose another path.`,
    );
  }
  const newest = migrations.at(-1)?.version ?? 0;
  const version = pragma(database, "user_version");
  if (!isNew && version > newest) {
    throw new TreasuryError(
      "storage_error",
      `The database "${basename(path)}" has schema ${version}, and this version of the package supports schemas up to ${newest}: update @agent-treasury/storage-sqlite.`,
    );
  }
}

/** Runs the missing steps in one transaction. If two processes open a database, one runs them. */
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

/** 0 for a new database. */
export function schemaVersionOf(database: DatabaseSync): number {
  return pragma(database, "user_version");
}

function pragma(database: DatabaseSync, name: "application_id" | "user_version"): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

import { sqliteMigrations } from "@agent-treasury/storage-sqlite/sql";
import type { ObjectStorage } from "./platform.ts";

/** The platform does not allow the version in SQLite's header. */
const versionTable = "treasury_schema";

export function hasSchema({ sql }: ObjectStorage): boolean {
  const found = sql.exec("SELECT 1 FROM sqlite_schema WHERE name = ?", versionTable);
  return found.toArray().length > 0;
}

/** Runs the missing steps in one transaction. */
export function createSchema(storage: ObjectStorage): void {
  const { sql } = storage;
  storage.transactionSync(() => {
    sql.exec(`CREATE TABLE IF NOT EXISTS ${versionTable} (version INTEGER NOT NULL) STRICT`);
    const [row] = sql.exec(`SELECT max(version) AS version FROM ${versionTable}`).toArray();
    const { version } = row as { readonly version: number | null };
    for (const step of sqliteMigrations) {
      if (step.version <= (version ?? 0)) continue;
      sql.exec(step.sql);
      sql.exec(`INSERT INTO ${versionTable} (version) VALUES (?)`, step.version);
    }
  });
}

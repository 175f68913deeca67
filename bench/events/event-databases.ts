import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Storage } from "@agent-treasury/provider";
import { postgresStorage } from "@agent-treasury/storage-postgres";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { openMonitor } from "../database/database-monitor.ts";
import { startDatabase } from "../database/start-database.ts";
import type { BenchContext } from "../harness/bench.ts";

/** A kind of database, with a schema or a file for each ledger. */
export interface EventDatabase {
  readonly name: string;
  open(ledger: string): Promise<Storage>;
  /** Runs a statement on the tables of an open ledger, whose names begin with its argument. */
  run(ledger: string, text: (tables: string) => string): Promise<void>;
  /** Updates the statistics of a filled ledger. */
  filled(ledger: string): Promise<void>;
  /** Runs before each round. */
  settle(): Promise<void>;
  describe(): Promise<string>;
  close(): Promise<void>;
}

export async function openPostgres(context: BenchContext): Promise<EventDatabase> {
  const database = await startDatabase(context);
  const monitor = openMonitor(database);
  return {
    name: "PostgreSQL",
    open: async (schema) => {
      await monitor.freshSchema(schema);
      return postgresStorage({ url: database.url, schema });
    },
    run: (schema, text) => monitor.run(text(`${schema}.`)),
    filled: (schema) => monitor.run(`VACUUM (ANALYZE) ${schema}.documents`),
    settle: () => monitor.settle(),
    describe: () => monitor.describe(),
    close: async () => {
      await monitor.close();
      await database.close();
    },
  };
}

export async function openSqlite(): Promise<EventDatabase> {
  const directory = await mkdtemp(join(tmpdir(), "treasury-bench-"));
  const pathOf = (file: string): string => join(directory, `${file}.db`);
  return {
    name: "SQLite",
    open: async (file) => sqliteStorage({ path: pathOf(file) }),
    run: async (file, text) => {
      const database = new DatabaseSync(pathOf(file));
      database.exec(text(""));
      database.close();
    },
    filled: async () => {},
    settle: async () => {},
    describe: async () =>
      `node:sqlite of Node ${process.versions.node}, SQLite ${process.versions["sqlite"]}, WAL, synchronous FULL`,
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

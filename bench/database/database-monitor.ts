import pg from "pg";
import type { Database } from "./database.ts";

/** The bench's own connection to the database. */
export interface DatabaseMonitor {
  /** Creates an empty schema in place of an existing one. */
  freshSchema(schema: string): Promise<void>;
  /** One number, for example a count. */
  number(text: string): Promise<number>;
  run(text: string): Promise<void>;
  /** Requests a checkpoint, so that a round does not pay for earlier ones. */
  settle(): Promise<void>;
  /** The version and the settings that figures depend on. */
  describe(): Promise<string>;
  close(): Promise<void>;
}

const settings = [
  "fsync",
  "synchronous_commit",
  "full_page_writes",
  "shared_buffers",
  "max_wal_size",
];

export function openMonitor({ url, origin }: Database): DatabaseMonitor {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on("error", () => {});
  const number = async (text: string): Promise<number> => {
    const { rows } = await pool.query({ text, rowMode: "array" });
    return Number(rows[0]?.[0]);
  };
  return {
    number,
    run: async (text) => void (await pool.query(text)),
    freshSchema: async (schema) => {
      await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
      await pool.query(`CREATE SCHEMA ${schema}`);
    },
    settle: async () => void (await pool.query("CHECKPOINT")),
    describe: async () => {
      const show = settings.map((name) => `current_setting('${name}')`).join(", ");
      const { rows } = await pool.query<string[]>({
        text: `SELECT current_setting('server_version'), ${show}`,
        rowMode: "array",
      });
      const [version = "", ...values] = rows[0] ?? [];
      const named = settings.map((name, place) => `${name} ${values[place]}`);
      return `PostgreSQL ${version.split(" ")[0]}, ${origin}: ${named.join(", ")}`;
    },
    close: () => pool.end(),
  };
}

/** Returns an address with this schema as the search path. */
export function urlInSchema(url: string, schema: string): string {
  const address = new URL(url);
  address.searchParams.set("options", `-csearch_path=${schema}`);
  return address.href;
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { urlInSchema } from "../database/database-monitor.ts";
import { type LedgerContestant, workspaceName } from "./ledger-contestant.ts";

const schema = "pgledger";
/** In the order of its README. */
const sqlFiles = [
  "vendor/scoville-pgsql-ulid/ulid-to-uuid.sql",
  "vendor/scoville-pgsql-ulid/uuid-to-ulid.sql",
  "pgledger.sql",
];
/** Enough vendors that only the workspace is hot. */
const vendors = 1_000;

/** The row's text without a checkout. */
export const pgledgerMissing =
  "check out github.com/pgr0ss/pgledger and pass its directory with --pgledger";

/**
 * pgledger: each spend is one transfer, one call of its function, by node-pg with a named
 * statement.
 */
export function pgledger(path: string): LedgerContestant {
  return {
    name: "pgledger",
    isTuned: true,
    install: async ({ database, monitor, load }) => {
      await monitor.freshSchema(schema);
      const client = new pg.Client({ connectionString: urlInSchema(database.url, schema) });
      await client.connect();
      try {
        for (const file of sqlFiles) await client.query(await readFile(join(path, file), "utf8"));
        const make = "SELECT id FROM pgledger_create_account($1, 'USD')";
        for (let index = 0; index < load.workspaces; index += 1) {
          await client.query(make, [workspaceName(index)]);
        }
        for (let index = 0; index < vendors; index += 1) {
          await client.query(make, [`vendor-${index}`]);
        }
      } finally {
        await client.end();
      }
      return () => monitor.number(`SELECT count(*) FROM ${schema}.pgledger_transfers`);
    },
    open: async ({ database }, connections) => {
      const pool = new pg.Pool({
        connectionString: urlInSchema(database.url, schema),
        max: connections ?? 10,
      });
      pool.on("error", () => {});
      const idOf = await accountIds(pool);
      const vendorIds = Array.from({ length: vendors }, (_, index) => idOf(`vendor-${index}`));
      return {
        spend: async (workspace) => {
          const vendor = vendorIds[Math.floor(Math.random() * vendors)];
          await pool.query({
            name: "transfer",
            text: "SELECT * FROM pgledger_create_transfer($1, $2, $3)",
            values: [idOf(workspaceName(workspace)), vendor, "0.01"],
          });
        },
        close: () => pool.end(),
      };
    },
  };
}

async function accountIds(pool: pg.Pool): Promise<(name: string) => string> {
  const { rows } = await pool.query<{ id: string; name: string }>(
    "SELECT id, name FROM pgledger_accounts_view",
  );
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`pgledger has no account "${name}".`);
    return id;
  };
}

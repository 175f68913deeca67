import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { type StartedServer, startServer } from "./start-server.ts";

/** A PostgreSQL with unused schemas for the tests of one file. */
export interface TestServer {
  /** The URL for a superuser, with some parts replaced. */
  url(replaced?: UrlParts): string;
  /** A pool that ends with the test file. */
  pool(settings?: pg.PoolConfig): pg.Pool;
  /** An unused schema name. */
  newSchema(): string;
}

export interface UrlParts {
  readonly database?: string;
  readonly user?: string;
  readonly password?: string;
  /** Session settings such as `-c synchronous_commit=off`. */
  readonly options?: string;
}

/** No test stops the machine, so no commit has to reach the disk. */
const withoutSync = { max_connections: "200", fsync: "off", full_page_writes: "off" } as const;

/** The URL of an existing server, for tests of other versions and poolers. */
const chosenServer = "TREASURY_TEST_POSTGRES_URL";

/** Waits for a server that recovers from a killed process, until the limit of the hook. */
async function accepts(pool: pg.Pool): Promise<void> {
  for (;;) {
    const isReady = await pool.query("SELECT 1").then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await setTimeout(100);
  }
}

/** The server of this process, for the files that share it one after the other. It exits with it. */
let ofThisProcess: Promise<StartedServer> | null = null;

/**
 * Starts a server before the tests of a file, unless an earlier file of the process did, or uses the
 * one that `TREASURY_TEST_POSTGRES_URL` names.
 */
export function testServer(): TestServer {
  const pools: pg.Pool[] = [];
  const schemas: string[] = [];
  const chosen = process.env[chosenServer];
  const run = randomBytes(4).toString("hex");
  let started: StartedServer | null = null;

  const url = ({ database, user, password, options }: UrlParts = {}): string => {
    const parts = new URL(chosen ?? started?.url ?? "");
    if (database !== undefined) parts.pathname = database;
    if (user !== undefined) parts.username = user;
    if (password !== undefined) parts.password = password;
    if (options !== undefined) parts.searchParams.set("options", options);
    return parts.href;
  };
  const pool = (settings: pg.PoolConfig = {}): pg.Pool => {
    const made = new pg.Pool({ connectionString: url(), ...settings });
    made.on("error", () => {});
    pools.push(made);
    return made;
  };

  beforeAll(async () => {
    if (chosen === undefined) started = await (ofThisProcess ??= startServer(withoutSync));
  });
  afterAll(async () => {
    const cleaning = pool();
    await accepts(cleaning);
    // The next file of the worker uses the same server, and its default schema.
    const used = chosen === undefined ? [...schemas, "agent_treasury"] : schemas;
    for (const schema of used) await cleaning.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await Promise.all(pools.map((made) => made.end()));
  });

  return {
    url,
    pool,
    newSchema: () => {
      const schema = `treasury_${run}_${schemas.length + 1}`;
      schemas.push(schema);
      return schema;
    },
  };
}

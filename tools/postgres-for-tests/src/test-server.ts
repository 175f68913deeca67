import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { startServer } from "./start-server.ts";

/** A PostgreSQL for the tests of one file. */
export interface TestServer {
  /** An address of it, with the name and password of a superuser. */
  url(): string;
  /** A pool that ends with the test file. */
  pool(settings?: pg.PoolConfig): pg.Pool;
  /** A name that no schema has yet. */
  newSchema(): string;
}

/** Names a server that is there already, in place of one from npm: for other versions, and poolers. */
const chosenServer = "TREASURY_TEST_POSTGRES_URL";

/**
 * Starts a server before the tests of a file, reached by a socket so that no port is taken, and stops
 * it after them. Where `TREASURY_TEST_POSTGRES_URL` names one, that is used instead.
 */
export function testServer(): TestServer {
  const pools: pg.Pool[] = [];
  const schemas: string[] = [];
  const chosen = process.env[chosenServer];
  const run = randomBytes(4).toString("hex");
  let started: Awaited<ReturnType<typeof startServer>> | null = null;

  const url = (): string => chosen ?? started?.url ?? "";
  const pool = (settings: pg.PoolConfig = {}): pg.Pool => {
    const made = new pg.Pool({ connectionString: url(), ...settings });
    made.on("error", () => {});
    pools.push(made);
    return made;
  };

  beforeAll(async () => {
    if (chosen === undefined) started = await startServer();
  });
  afterAll(async () => {
    if (chosen !== undefined) {
      for (const schema of schemas) await pool().query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    }
    await Promise.all(pools.map((made) => made.end()));
    await started?.stop();
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

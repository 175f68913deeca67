import { createTreasury } from "@agent-treasury/treasury-core";
import type { Pool, PoolConfig } from "pg";
import { testServer } from "postgres-for-tests";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();
const shortMs = 200;

interface Busy {
  readonly settings: () => PoolConfig;
  readonly occupy: (pool: Pool, schema: string) => Promise<void>;
}

async function lockTables(_pool: Pool, schema: string): Promise<void> {
  const client = await server.pool().connect();
  onTestFinished(async () => {
    await client.query("ROLLBACK");
    client.release();
  });
  const tables = ["heads", "documents"].map((table) => `${schema}.${table}`).join();
  await client.query(`BEGIN; LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
}

async function occupyPool(pool: Pool): Promise<void> {
  const client = await pool.connect();
  pool.options.connectionTimeoutMillis = shortMs;
  onTestFinished(() => client.release());
}

/** Ends the connections of the pool, so that it needs one that the server rejects. */
async function closeToRole(pool: Pool): Promise<void> {
  const admin = server.pool();
  await admin.query("ALTER ROLE crowded CONNECTION LIMIT 0");
  await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'crowded'",
  );
  await expect.poll(() => pool.totalCount).toBe(0);
}

const reasons: Readonly<Record<string, Busy>> = {
  "exceeded its statement timeout": {
    settings: () => ({ statement_timeout: shortMs }),
    occupy: lockTables,
  },
  "exceeded its lock timeout": {
    settings: () => ({ lock_timeout: shortMs }),
    occupy: lockTables,
  },
  "has no free connection in the pool": {
    settings: () => ({ max: 1 }),
    occupy: occupyPool,
  },
  "has no free connection: raise its limit": {
    settings: () => ({ connectionString: server.url({ user: "crowded", password: "p" }) }),
    occupy: closeToRole,
  },
};

beforeAll(async () => {
  await server
    .pool()
    .query("CREATE ROLE crowded LOGIN PASSWORD 'p'; GRANT CREATE ON DATABASE postgres TO crowded");
});

describe("a PostgreSQL database that", () => {
  it.each(Object.entries(reasons))(
    "%s answers 503 with the time to try again",
    async (problem, { settings, occupy }) => {
      const schema = server.newSchema();
      const pool = server.pool(settings());
      const failures: unknown[] = [];
      const treasury = createTreasury({
        baseUrl: "http://localhost:3000",
        storage: postgresStorage({ pool, schema }),
        recoverySeconds: false,
        onFailure: ({ error }) => failures.push(error),
      });
      const send = async (method: string, path: string, body?: string) => {
        const headers = { "content-type": "application/json" };
        const address = `http://localhost:3000/api/service${path}`;
        const init = { method, headers, ...(body && { body }) };
        const response = await treasury.handler(new Request(address, init));
        const { code, error } = (await response.json()) as { code?: string; error?: string };
        return { status: response.status, after: response.headers.get("retry-after"), code, error };
      };
      const read = () => send("GET", "/treasury?workspaceId=acme");
      const change = () => send("POST", "/treasury/reset", '{"workspaceId":"acme"}');
      expect([(await change()).status, (await read()).status]).toEqual([200, 200]);
      await occupy(pool, schema);
      for (const request of [read, change]) {
        expect(await request()).toEqual({
          status: 503,
          after: "5",
          code: "service_busy",
          error: expect.stringContaining(`The PostgreSQL database ${problem}`),
        });
      }
      expect(failures).toHaveLength(2);
      await treasury.close();
    },
  );
});

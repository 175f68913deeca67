import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type StartedServer, startServer } from "postgres-for-tests/start-server";
import { afterAll, beforeAll } from "vitest";
import type { StoreAddress } from "./store.ts";

type PostgresAddress = Extract<StoreAddress, { kind: "postgres" }>;

export interface TestPostgres {
  server(): StartedServer;
  newStore(): PostgresAddress;
  /** Copies the database of a store while no app is connected. */
  copyOf(store: PostgresAddress): Promise<PostgresAddress>;
  /**
   * Resolves when no app is connected. By then, statements of killed apps have landed or never
   * will.
   */
  untilAlone(): Promise<void>;
}

/** Longer than any statement of a killed app runs. */
const lastStatementMs = 300_000;
const appsConnected =
  "SELECT state, wait_event, left(query, 200) AS query FROM pg_stat_activity WHERE application_name = 'agent-treasury'";

/** Starts a server before the tests of a file and removes it after them. */
export function testPostgres(): TestPostgres {
  let started: StartedServer | null = null;
  let schemas = 0;
  let copies = 0;
  beforeAll(async () => {
    started = await startServer();
  });
  afterAll(async () => {
    await started?.stop();
  });
  const server = (): StartedServer => {
    if (started === null) throw new Error("PostgreSQL runs only during tests.");
    return started;
  };
  const untilAlone = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: server().url });
    // The next query reports a connection that breaks in between.
    client.on("error", () => {});
    await client.connect();
    try {
      const patience = AbortSignal.timeout(lastStatementMs);
      for (;;) {
        const { rows } = await client.query(appsConnected);
        if (rows.length === 0) return;
        if (patience.aborted) throw new Error(`Apps stay connected: ${JSON.stringify(rows)}`);
        await sleep(5);
      }
    } finally {
      await client.end();
    }
  };
  return {
    server,
    copyOf: async (store) => {
      await untilAlone();
      copies += 1;
      const copy = new URL(store.url);
      const original = copy.pathname.slice(1);
      copy.pathname = "/template1";
      const client = new pg.Client({ connectionString: copy.href });
      await client.connect();
      await client.query(`CREATE DATABASE copy_${copies} TEMPLATE "${original}"`);
      await client.end();
      copy.pathname = `/copy_${copies}`;
      return { ...store, url: copy.href };
    },
    untilAlone,
    newStore: () => {
      schemas += 1;
      return { kind: "postgres", url: server().url, schema: `treasury_${schemas}` };
    },
  };
}

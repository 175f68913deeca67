import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type StartedServer, startServer } from "postgres-for-tests/start-server";
import { afterAll, beforeAll } from "vitest";
import type { StoreAddress } from "./store.ts";

export interface TestPostgres {
  server(): StartedServer;
  newStore(): Extract<StoreAddress, { kind: "postgres" }>;
  /**
   * Resolves when no app is connected. By then, statements of killed apps have landed or never
   * will.
   */
  untilAlone(): Promise<void>;
}

/** Longer than any statement of a killed app runs. */
const lastStatementMs = 60_000;
const appsConnected =
  "SELECT state, wait_event, left(query, 200) AS query FROM pg_stat_activity WHERE application_name = 'agent-treasury'";

/** Starts a server before the tests of a file and removes it after them. */
export function testPostgres(): TestPostgres {
  let started: StartedServer | null = null;
  let schemas = 0;
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
  return {
    server,
    newStore: () => {
      schemas += 1;
      return { kind: "postgres", url: server().url, schema: `treasury_${schemas}` };
    },
    untilAlone: async () => {
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
    },
  };
}

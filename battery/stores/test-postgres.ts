import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type StartedServer, startServer } from "postgres-for-tests/start-server";
import { afterAll, beforeAll } from "vitest";
import type { StoreAddress } from "./store.ts";

/** The PostgreSQL of a test file. */
export interface TestPostgres {
  server(): StartedServer;
  /** Where nothing was stored yet. */
  newStore(): Extract<StoreAddress, { kind: "postgres" }>;
  /** Resolves when no app is connected: what one sent before it was killed has landed by then, or never will. */
  untilAlone(): Promise<void>;
}

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
    if (started === null) throw new Error("PostgreSQL runs while tests do.");
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
      await client.connect();
      for (;;) {
        const { rowCount } = await client.query(
          "SELECT FROM pg_stat_activity WHERE application_name = 'agent-treasury'",
        );
        if (rowCount === 0) break;
        await sleep(5);
      }
      await client.end();
    },
  };
}

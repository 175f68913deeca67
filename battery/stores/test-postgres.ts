import { afterAll, beforeAll } from "vitest";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";
import type { StoreAddress } from "./store.ts";

/** The PostgreSQL of a test file. */
export interface TestPostgres {
  server(): PostgresServer;
  /** Where nothing was stored yet. */
  newStore(): StoreAddress;
}

/** Starts a server before the tests of a file and removes it after them. */
export function testPostgres(): TestPostgres {
  let started: PostgresServer | null = null;
  let schemas = 0;
  beforeAll(async () => {
    started = await startPostgres();
  });
  afterAll(async () => {
    await started?.remove();
  });
  const server = (): PostgresServer => {
    if (started === null) throw new Error("PostgreSQL runs while tests do.");
    return started;
  };
  return {
    server,
    newStore: () => {
      schemas += 1;
      return { kind: "postgres", url: server().url, schema: `treasury_${schemas}` };
    },
  };
}

import { testServer } from "postgres-for-tests";
import { type OpenedStorage, ruleTableSuite } from "test-suites";
import { describe, expect, it } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();
const pools = 2;

function open(now: () => number): OpenedStorage {
  const schema = server.newSchema();
  const storages = Array.from({ length: pools }, () =>
    postgresStorage({ url: server.url(), schema, now }),
  );
  return {
    storages,
    close: async () => {
      for (const storage of storages) await storage.close();
    },
  };
}

const name = "PostgreSQL";

ruleTableSuite({ describe, it, expect }, { name, open });

import { testServer } from "postgres-for-tests";
import {
  type OpenedStorage,
  ruleBounds,
  ruleHistories,
  ruleTableSuite,
  smallVendors,
} from "test-suites";
import { describe, expect, it } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const { HISTORY_SEED, POSTGRES_RULE_HISTORIES, TEST_LONG } = process.env;
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

ruleBounds({ describe, it, expect }, { name, open });

ruleHistories(
  { describe, it, expect },
  {
    name,
    histories: Number(POSTGRES_RULE_HISTORIES ?? (TEST_LONG === undefined ? 10 : 1_000)),
    firstSeed: Number(HISTORY_SEED ?? Date.now() % 1_000_000_000),
    open,
  },
);

// Two histories from this seed contain all that the suite looks for.
smallVendors(
  { describe, it, expect },
  { name, histories: TEST_LONG === undefined ? 2 : 20, firstSeed: 1, open },
);

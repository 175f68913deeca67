import { testServer } from "postgres-for-tests";
import {
  type OpenedStorage,
  ruleBounds,
  ruleHistories,
  ruleTableSuite,
  seedOfRun,
  smallVendors,
} from "test-suites";
import { describe, expect, it } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const { POSTGRES_RULE_HISTORIES, TEST_LONG } = process.env;
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

const isLong = TEST_LONG !== undefined;
/** The memory storage passes every test in each form. */
const every = isLong ? 1 : 8;
const name = "PostgreSQL";

ruleTableSuite({ describe, it, expect }, { name, open, every });

ruleBounds({ describe, it, expect }, { name, open, every });

ruleHistories(
  { describe, it, expect },
  {
    name,
    histories: Number(POSTGRES_RULE_HISTORIES ?? (isLong ? 1_000 : 2)),
    firstSeed: seedOfRun(),
    open,
  },
);

// Two histories from this seed contain all that the suite looks for.
if (isLong) smallVendors({ describe, it, expect }, { name, histories: 20, firstSeed: 1, open });

import {
  type OpenedStorage,
  ruleBounds,
  ruleHistories,
  ruleTableSuite,
  smallVendors,
} from "test-suites";
import { describe, expect, it } from "vitest";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const { HISTORY_SEED, SQLITE_RULE_HISTORIES, TEST_LONG } = process.env;
const pathOf = temporaryDirectory();
const connections = 2;
let opened = 0;

function open(now: () => number): OpenedStorage {
  opened += 1;
  const path = pathOf(`${opened}.db`);
  const storages = Array.from({ length: connections }, () => sqliteStorage({ path, now }));
  return {
    storages,
    close: async () => {
      for (const storage of storages) await storage.close();
    },
  };
}

const name = "SQLite";

ruleTableSuite({ describe, it, expect }, { name, open });

ruleBounds({ describe, it, expect }, { name, open });

ruleHistories(
  { describe, it, expect },
  {
    name,
    histories: Number(SQLITE_RULE_HISTORIES ?? (TEST_LONG === undefined ? 20 : 4_000)),
    firstSeed: Number(HISTORY_SEED ?? Date.now() % 1_000_000_000),
    open,
  },
);

// Two histories from this seed contain all that the suite looks for.
smallVendors(
  { describe, it, expect },
  { name, histories: TEST_LONG === undefined ? 2 : 50, firstSeed: 1, open },
);

import {
  type OpenedStorage,
  ruleBounds,
  ruleHistories,
  ruleTableSuite,
  seedOfRun,
  smallVendors,
} from "test-suites";
import { describe, expect, it } from "vitest";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const { SQLITE_RULE_HISTORIES, TEST_LONG } = process.env;
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

const isLong = TEST_LONG !== undefined;
/** The memory storage passes every test in each form. */
const every = isLong ? 1 : 8;
const name = "SQLite";

ruleTableSuite({ describe, it, expect }, { name, open, every });

ruleBounds({ describe, it, expect }, { name, open, every });

ruleHistories(
  { describe, it, expect },
  {
    name,
    histories: Number(SQLITE_RULE_HISTORIES ?? (isLong ? 4_000 : 4)),
    firstSeed: seedOfRun(),
    open,
  },
);

// Two histories from this seed contain all that the suite looks for.
smallVendors({ describe, it, expect }, { name, histories: isLong ? 50 : 2, firstSeed: 1, open });

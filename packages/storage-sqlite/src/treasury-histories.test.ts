import {
  keyedRequestRaces,
  type OpenedStorage,
  seedOfRun,
  treasuryHistories,
  treasuryRaces,
} from "test-suites";
import { describe, expect, it } from "vitest";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const { SQLITE_HISTORIES, TEST_LONG } = process.env;
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

const name = `one SQLite file through ${connections} connections`;

treasuryHistories(
  { describe, it, expect },
  {
    name,
    histories: Number(SQLITE_HISTORIES ?? (TEST_LONG === undefined ? 10 : 20_000)),
    firstSeed: seedOfRun(),
    open,
  },
);

treasuryRaces({ describe, it, expect }, { name, open });

keyedRequestRaces({ describe, it, expect }, { name, open });

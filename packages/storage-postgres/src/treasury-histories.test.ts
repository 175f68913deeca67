import { testServer } from "postgres-for-tests";
import {
  keyedRequestRaces,
  type OpenedStorage,
  seedOfRun,
  treasuryHistories,
  treasuryRaces,
} from "test-suites";
import { describe, expect, it } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const { POSTGRES_HISTORIES, TEST_LONG } = process.env;
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

const name = `PostgreSQL through ${pools} pools`;

treasuryHistories(
  { describe, it, expect },
  {
    name,
    histories: Number(POSTGRES_HISTORIES ?? (TEST_LONG === undefined ? 6 : 5_000)),
    firstSeed: seedOfRun(),
    open,
  },
);

treasuryRaces({ describe, it, expect }, { name, open });

keyedRequestRaces({ describe, it, expect }, { name, open });

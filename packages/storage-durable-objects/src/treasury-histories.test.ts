import {
  keyedRequestRaces,
  type OpenedStorage,
  seedOfRun,
  treasuryHistories,
  treasuryRaces,
} from "test-suites";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestWorker, startTestWorker } from "./miniflare.fixture.ts";

const isLong = process.env["TEST_LONG"] === "1";
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

function open(now: () => number): OpenedStorage {
  const storage = worker.storage(now);
  const storages = [storage, worker.beside(storage)];
  return {
    storages,
    close: async () => {
      for (const one of storages) await one.close();
    },
  };
}

const name = "Durable Objects through 2 storages";

treasuryHistories(
  { describe, it, expect },
  { name, histories: isLong ? 200 : 2, firstSeed: seedOfRun(), open },
);

treasuryRaces({ describe, it, expect }, { name, open });

keyedRequestRaces({ describe, it, expect }, { name, open });

import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { keyedRequestRaces } from "./keyed-request-races.ts";
import { seedOfRun } from "./seed-of-run.ts";
import { type OpenedStorage, treasuryHistories } from "./treasury-histories.ts";
import { treasuryRaces } from "./treasury-races.ts";

const { HISTORIES, TEST_LONG } = process.env;

function open(now: () => number): OpenedStorage {
  const storage = memoryStorage({ now });
  return { storages: [storage], close: () => storage.close() };
}

treasuryHistories(
  { describe, it, expect },
  {
    name: "memory",
    histories: Number(HISTORIES ?? (TEST_LONG === undefined ? 200 : 200_000)),
    firstSeed: seedOfRun(),
    open,
  },
);

treasuryRaces({ describe, it, expect }, { name: "memory", open });

keyedRequestRaces({ describe, it, expect }, { name: "memory", open });

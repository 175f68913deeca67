import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { smallVendors } from "./small-vendors.ts";

const { HISTORY_SEED, TEST_LONG } = process.env;

smallVendors(
  { describe, it, expect },
  {
    name: "memory",
    histories: TEST_LONG === undefined ? 25 : 2_000,
    firstSeed: Number(HISTORY_SEED ?? Date.now() % 1_000_000_000),
    open: (now) => {
      const storage = memoryStorage({ now });
      return { storages: [storage], close: () => storage.close() };
    },
  },
);

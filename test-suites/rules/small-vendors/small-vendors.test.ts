import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { seedOfRun } from "../../histories/seed-of-run.ts";
import { smallVendors } from "./small-vendors.ts";

const { TEST_LONG } = process.env;

smallVendors(
  { describe, it, expect },
  {
    name: "memory",
    histories: TEST_LONG === undefined ? 8 : 2_000,
    firstSeed: seedOfRun(),
    open: (now) => {
      const storage = memoryStorage({ now });
      return { storages: [storage], close: () => storage.close() };
    },
  },
);

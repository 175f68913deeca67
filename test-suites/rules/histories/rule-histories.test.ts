import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { seedOfRun } from "../../histories/seed-of-run.ts";
import { ruleHistories } from "./rule-histories.ts";

const { RULE_HISTORIES, TEST_LONG } = process.env;

ruleHistories(
  { describe, it, expect },
  {
    name: "memory",
    histories: Number(RULE_HISTORIES ?? (TEST_LONG === undefined ? 40 : 15_000)),
    firstSeed: seedOfRun(),
    open: (now) => {
      const storage = memoryStorage({ now });
      return { storages: [storage], close: () => storage.close() };
    },
  },
);

import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { ruleHistories } from "./rule-histories.ts";

const { RULE_HISTORIES, HISTORY_SEED, TEST_LONG } = process.env;

ruleHistories(
  { describe, it, expect },
  {
    name: "memory",
    histories: Number(RULE_HISTORIES ?? (TEST_LONG === undefined ? 100 : 15_000)),
    firstSeed: Number(HISTORY_SEED ?? Date.now() % 1_000_000_000),
    open: (now) => {
      const storage = memoryStorage({ now });
      return { storages: [storage], close: () => storage.close() };
    },
  },
);

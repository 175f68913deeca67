import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { turnCrashes } from "./turn-crashes.ts";

const { TEST_LONG, TURNS_SEED } = process.env;
const isLong = TEST_LONG !== undefined;

turnCrashes(
  { describe, it, expect },
  {
    name: "memory",
    open: (now) => ({ storages: [memoryStorage({ now })], close: () => Promise.resolve() }),
    leastCuts: isLong ? 1_000 : 300,
    stride: isLong ? 9 : 29,
    ...(TURNS_SEED !== undefined && { seed: Number(TURNS_SEED) }),
    tell: (met) => console.log(met),
  },
);

import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { turnCrashes } from "./turn-crashes.ts";

const { TURNS_SEED } = process.env;

turnCrashes(
  { describe, it, expect },
  {
    name: "memory",
    open: (now) => ({ storages: [memoryStorage({ now })], close: () => Promise.resolve() }),
    leastCuts: 1_000,
    stride: 9,
    ...(TURNS_SEED !== undefined && { seed: Number(TURNS_SEED) }),
    tell: (met) => console.log(met),
  },
);

import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { turnCrashes } from "./turn-crashes.ts";

turnCrashes(
  { describe, it, expect },
  {
    name: "memory",
    open: (now) => ({ storages: [memoryStorage({ now })], close: () => Promise.resolve() }),
    leastCuts: 1_000,
    stride: 9,
    tell: (met) => console.log(met),
  },
);

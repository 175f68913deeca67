import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { turnCrashes } from "./turn-crashes.ts";

const isLong = process.env["TEST_LONG"] !== undefined;

turnCrashes(
  { describe, it, expect },
  {
    name: "memory",
    open: (now) => ({ storages: [memoryStorage({ now })], close: () => Promise.resolve() }),
    leastCuts: isLong ? 1_000 : 100,
    stride: isLong ? 9 : 29,
    firstStride: isLong ? 1 : 7,
    tell: (met) => console.log(met),
  },
);

import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { storageConformance } from "./storage-conformance.ts";

let now = Date.now();
storageConformance(
  { describe, it, expect },
  {
    name: "the memory storage",
    open: () => {
      now = Date.now();
      return memoryStorage({ now: () => now });
    },
    setNow: (milliseconds) => {
      now = milliseconds;
    },
  },
);

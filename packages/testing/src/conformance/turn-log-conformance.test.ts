import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { turnLogConformance } from "./turn-log-conformance.ts";

let now = Date.now();
const closers = new WeakMap<object, () => Promise<void>>();

turnLogConformance(
  { describe, it, expect },
  {
    name: "the memory storage's",
    open: () => {
      now = Date.now();
      const storage = memoryStorage({ now: () => now });
      closers.set(storage.turnLog, () => storage.close());
      return storage.turnLog;
    },
    close: async (log) => closers.get(log)?.(),
    setNow: (milliseconds) => {
      now = milliseconds;
    },
  },
);

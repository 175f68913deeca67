import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { ruleBounds } from "./rule-bounds.ts";

ruleBounds(
  { describe, it, expect },
  {
    name: "memory",
    open: (now) => {
      const storage = memoryStorage({ now });
      return { storages: [storage], close: () => storage.close() };
    },
  },
);

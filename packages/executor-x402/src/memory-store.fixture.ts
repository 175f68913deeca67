import type { JsonObject } from "@agent-treasury/provider";
import type { X402Store } from "./x402-store.ts";

export interface MemoryStore extends X402Store {
  readonly values: ReadonlyMap<string, JsonObject>;
}

export function memoryStore(): MemoryStore {
  const values = new Map<string, JsonObject>();
  return {
    values,
    put: async (key, value) => {
      const known = values.get(key);
      if (known === undefined) values.set(key, value);
      return known ?? value;
    },
    get: async (key) => values.get(key) ?? null,
  };
}

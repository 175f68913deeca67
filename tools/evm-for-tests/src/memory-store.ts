import type { JsonObject, ExecutorStore } from "@agent-treasury/provider";

export interface MemoryStore extends ExecutorStore {
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
    lease: async (key, holder, leaseMs) => {
      const { holder: held, until } = values.get(key) ?? {};
      if (typeof held === "string" && held !== holder && Number(until) > Date.now()) return held;
      values.set(key, { holder, until: Date.now() + leaseMs, leaseMs });
      return leaseMs === 0 ? null : holder;
    },
  };
}

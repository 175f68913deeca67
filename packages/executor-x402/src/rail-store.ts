import type { ExecutorStore } from "@agent-treasury/provider";

/** The part of the store that belongs to a rail. */
export function railStore(store: ExecutorStore, rail: string): ExecutorStore {
  const keyOf = (name: string): string => `${rail}/${name}`;
  return {
    put: (name, value, expiresAt) => store.put(keyOf(name), value, expiresAt),
    get: (name) => store.get(keyOf(name)),
    lease: (name, holder, leaseMs) => store.lease(keyOf(name), holder, leaseMs),
  };
}

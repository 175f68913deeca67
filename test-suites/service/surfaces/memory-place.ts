import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { StoragePlace } from "../service-surface.ts";

/** A place in memory that outlives its storages. */
export function memoryPlace(): StoragePlace {
  const kept = memoryStorage();
  return {
    open: () => ({ ...forwardedStorage(kept), close: async () => {} }),
    remove: () => kept.close(),
  };
}

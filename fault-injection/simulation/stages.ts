import type { Storage } from "@agent-treasury/provider";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { type Stage, historyClock } from "test-suites/histories";
import { type StoreAddress, openStore } from "../stores/store.ts";

/** Two processes' connections to a storage, with any number of workspaces. */
export interface SimulatedStore {
  newStage(): Stage;
  close(): Promise<void>;
}

export function simulatedStore(
  address: StoreAddress | { readonly kind: "memory" },
): SimulatedStore {
  const clock = historyClock(0);
  const storages = openTwice(address, clock.now);
  let stages = 0;
  return {
    newStage: () => {
      stages += 1;
      return { storages, clock, workspaceId: `stage-${stages}` };
    },
    close: async () => {
      for (const storage of storages) await storage.close();
    },
  };
}

function openTwice(
  address: StoreAddress | { readonly kind: "memory" },
  now: () => number,
): Storage[] {
  if (address.kind !== "memory") return [openStore(address, now), openStore(address, now)];
  const storage = memoryStorage({ now });
  return [storage, storage];
}

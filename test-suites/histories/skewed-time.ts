import type { Clock, Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { type Random, seededRandom } from "./random.ts";

/** The maximum clock skew between processes, equal to the longest accepted load. */
export const maximumSkewMs = 2_000;

/** A process's clock with its skew. */
export interface SkewedTime {
  readonly clock: Clock;
  readonly storage: Storage;
}

/**
 * The time as one of many processes has it: its machine's clock is up to two seconds ahead or
 * behind, and its estimate of the storage's time is ahead by the duration of a load, so that time
 * may go back between commands.
 */
export function skewedTime({ clock, storage }: SkewedTime, seed: number): SkewedTime {
  const random = seededRandom(seed);
  const displacedMs = random.below(2 * maximumSkewMs + 1) - maximumSkewMs;
  return {
    clock: { ...clock, now: () => clock.now() + displacedMs },
    storage: slowStorage(storage, random),
  };
}

function slowStorage(storage: Storage, random: Random): Storage {
  return {
    ...forwardedStorage(storage),
    ...(storage.exclusive && {
      exclusive: (...asked: Parameters<Required<Storage>["exclusive"]>) =>
        storage.exclusive?.(...asked) ?? Promise.resolve(null),
    }),
    load: async (requests) => {
      const snapshots = await storage.load(requests);
      const tookMs = random.below(maximumSkewMs + 1);
      return snapshots.map((one) => ({ ...one, storageNow: one.storageNow + tookMs }));
    },
  };
}

import type { Clock, Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { type Random, seededRandom } from "./random.ts";

/** How far apart the times may be that processes go by: what a load takes that is still waited for. */
export const longestWaverMs = 2_000;

/** What a process goes by, each of them another time. */
export interface WaveringTime {
  readonly clock: Clock;
  readonly storage: Storage;
}

/**
 * The time as one process of many has it. Its machine's clock is two seconds ahead or behind, or
 * anything between; and what it takes for the storage's time is ahead by what a load took, another
 * while with each load, so that from one command to the next time may go back.
 */
export function waveringTime({ clock, storage }: WaveringTime, seed: number): WaveringTime {
  const random = seededRandom(seed);
  const displacedMs = random.below(2 * longestWaverMs + 1) - longestWaverMs;
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
      const tookMs = random.below(longestWaverMs + 1);
      return snapshots.map((one) => ({ ...one, storageNow: one.storageNow + tookMs }));
    },
  };
}

import { type Treasury, type TreasuryOptions, createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";
import type { LanguageModel } from "../ports/language-model.ts";
import type { Storage } from "../ports/storage.ts";
import { type ManualClock, manualClock } from "./manual-clock.fixture.ts";

/** One storage, on which processes come and go. */
export interface House {
  readonly storage: Storage;
  readonly clock: ManualClock;
  /** Another process on the same storage. */
  open(model: LanguageModel, options?: Partial<TreasuryOptions>): Treasury;
}

export function house(given: Partial<TreasuryOptions> = {}): House {
  const clock = manualClock();
  const storage = given.storage ?? memoryStorage({ now: clock.now });
  return {
    storage,
    clock,
    open: (model, options = {}) =>
      createTreasury({
        baseUrl: "http://localhost:3000",
        storage,
        clock,
        model,
        budget: { startingCapitalUsd: 1_000, minReserveUsd: 0 },
        execution: { recoverySeconds: false },
        ...given,
        ...options,
      }),
  };
}

/** A process's clock once the process is gone: nothing that sleeps wakes up again. */
export function stoppedClock(clock: ManualClock): ManualClock {
  return { ...clock, sleep: () => new Promise<void>(() => {}) };
}

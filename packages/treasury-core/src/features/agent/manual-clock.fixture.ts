import type { Clock } from "@agent-treasury/provider";

/** A clock that only a test advances. */
export interface ManualClock extends Clock {
  /** Advances the time, and resolves the sleeps that have ended. */
  advance(milliseconds: number): void;
  /** The number of pending sleeps. */
  readonly sleepers: number;
}

export function manualClock(start: number = Date.UTC(2026, 10, 3, 10)): ManualClock {
  let passed = 0;
  const sleepers = new Set<{ readonly until: number; wake(): void }>();
  return {
    now: () => start + passed,
    monotonic: () => passed,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const leave = (): void => {
          sleepers.delete(sleeper);
          signal?.removeEventListener("abort", abort);
        };
        const abort = (): void => {
          leave();
          reject(signal?.reason);
        };
        const sleeper = {
          until: passed + milliseconds,
          wake: () => {
            leave();
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", abort, { once: true });
      }),
    advance: (milliseconds) => {
      passed += milliseconds;
      for (const sleeper of sleepers) if (sleeper.until <= passed) sleeper.wake();
    },
    get sleepers() {
      return sleepers.size;
    },
  };
}

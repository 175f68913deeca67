import type { Clock } from "@agent-treasury/provider";

/** A clock that stands still until a test moves it; whoever sleeps wakes then. */
export interface SteeredClock extends Clock {
  advance(milliseconds: number): void;
}

/** A clock that begins at a moment, milliseconds since 1970. */
export function steeredClock(start: number): SteeredClock {
  let now = start;
  const sleepers = new Set<() => void>();
  return {
    now: () => now,
    monotonic: () => now - start,
    advance: (milliseconds) => {
      now += milliseconds;
      for (const wake of sleepers) wake();
    },
    sleep: (milliseconds, signal) => {
      const until = now + milliseconds;
      return new Promise((resolve, reject) => {
        const wake = (): void => {
          if (now < until) return;
          sleepers.delete(wake);
          resolve();
        };
        signal?.addEventListener(
          "abort",
          () => {
            sleepers.delete(wake);
            reject(signal.reason);
          },
          { once: true },
        );
        sleepers.add(wake);
      });
    },
  };
}

import type { Clock } from "@agent-treasury/provider";

/** A clock that only a test moves; sleepers wake as it moves. */
export interface SteeredClock extends Clock {
  advance(milliseconds: number): void;
}

/** Creates a clock at a time in milliseconds since 1970. */
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

/** Source of time. Tests replace it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. May jump when the system clock is set. */
  now(): number;
  /** Milliseconds since an arbitrary moment, never decreasing. Used to measure elapsed time. */
  monotonic(): number;
  /** Resolves after `milliseconds`. Rejects with the signal's reason if the signal aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      }, milliseconds);
      signal?.addEventListener("abort", abort, { once: true });
    }),
};

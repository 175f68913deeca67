/** Where time comes from, so that a test can own it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. May jump when the machine's clock is set. */
  now(): number;
  /** Milliseconds since some moment, never going back. Elapsed time is measured with this one. */
  monotonic(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own clock. */
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

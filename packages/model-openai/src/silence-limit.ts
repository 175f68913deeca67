/** Watches for an endpoint that stopped talking. Time in which nobody waits for it does not count. */
export interface SilenceLimit {
  /** Aborts when a wait took too long. */
  readonly signal: AbortSignal;
  /** Waits for something that the endpoint is to send. */
  during<Result>(wait: Promise<Result>): Promise<Result>;
}

/** A limit of so many milliseconds for each wait. */
export function silenceLimit(milliseconds: number): SilenceLimit {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    async during(wait) {
      const timer = setTimeout(() => controller.abort(), milliseconds);
      try {
        return await wait;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

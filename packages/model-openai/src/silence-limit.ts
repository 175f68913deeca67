/** Detects an endpoint that stops sending. Only time spent waiting for the endpoint counts. */
export interface SilenceLimit {
  readonly signal: AbortSignal;
  during<Result>(wait: Promise<Result>): Promise<Result>;
}

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

const firstDelayMs = 1_000;

/** Looks for payments under way again and again, until it is stopped. */
export interface RecoveryTimer {
  stop(): void;
}

/**
 * Recovers soon after the start and then every `everyMs`, one recovery at a time. Moments are drawn a
 * little apart, so that processes that start together do not all ask together. It keeps no process
 * alive.
 */
export function startRecoveryTimer(
  everyMs: number,
  recover: () => Promise<unknown>,
  report: (error: unknown) => void,
): RecoveryTimer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const schedule = (delayMs: number): void => {
    if (stopped) return;
    timer = setTimeout(run, delayMs * (0.75 + Math.random() / 2));
    // A number in browsers, an object in Node.
    (timer as { unref?: () => void }).unref?.();
  };
  const run = (): void => {
    void recover()
      .catch(report)
      .finally(() => schedule(everyMs));
  };
  schedule(Math.min(firstDelayMs, everyMs));
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

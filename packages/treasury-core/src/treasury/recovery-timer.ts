import { isTreasuryError } from "@agent-treasury/provider";

const firstDelayMs = 1_000;
const repeatedEveryMs = 3_600_000;

/** Looks again and again for what nobody carries on any more, until it is stopped. */
export interface RecoveryTimer {
  stop(): void;
}

/**
 * Recovers soon after the start and then every `everyMs`, one recovery at a time. Moments are drawn a
 * little apart, so that processes that start together do not all ask together. It keeps no process
 * alive.
 *
 * A failure is reported when it is another one than at the recovery before, and after that once an hour:
 * what cannot be reached for a day is no news every minute.
 */
export function startRecoveryTimer(
  everyMs: number,
  recover: () => Promise<unknown>,
  report: (error: unknown) => void,
): RecoveryTimer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const news = onlyNews(Math.max(1, Math.round(repeatedEveryMs / everyMs)), report);
  const schedule = (delayMs: number): void => {
    if (stopped) return;
    timer = setTimeout(run, delayMs * (0.75 + Math.random() / 2));
    // A number in browsers, an object in Node.
    (timer as { unref?: () => void }).unref?.();
  };
  const run = (): void => {
    void recover()
      .then(news.succeeded, news.failed)
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

/** Passes a failure on unless it is the one of the last time, and then every so many times. */
function onlyNews(
  everySoMany: number,
  report: (error: unknown) => void,
): { readonly succeeded: () => void; readonly failed: (error: unknown) => void } {
  let last: string | null = null;
  let repeated = 0;
  return {
    succeeded: () => {
      last = null;
    },
    failed: (error) => {
      const words = wordsOf(error);
      repeated = words === last ? repeated + 1 : 0;
      last = words;
      if (repeated % everySoMany === 0) report(error);
    },
  };
}

function wordsOf(error: unknown): string {
  const code = isTreasuryError(error) ? error.code : "";
  return `${code} ${error instanceof Error ? error.message : String(error)}`;
}

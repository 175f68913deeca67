import { isTreasuryError } from "@agent-treasury/provider";
import { noFleetRecovery } from "../fleet/recover-fleet.ts";
import type { CoreModule } from "./core-module.ts";
import type { Recovery } from "./treasury.ts";

const firstDelayMs = 1_000;
const repeatedEveryMs = 3_600_000;

const nothingDue: Recovery = {
  taken: 0,
  closed: 0,
  unresolved: 0,
  failed: 0,
  fleet: noFleetRecovery,
  turns: { taken: 0, rested: 0, failed: 0 },
};

/** Runs the maintenance of all modules once, and merges what they report. */
export async function recoverAll(modules: readonly CoreModule[]): Promise<Recovery> {
  const steps = modules.flatMap(({ maintenance }) => maintenance ?? []);
  const first = steps.filter(({ last }) => last !== true);
  const last = steps.filter((step) => step.last === true);
  const parts = await Promise.all(first.map(({ recover }) => recover()));
  parts.push(...(await Promise.all(last.map(({ recover }) => recover()))));
  return parts.reduce<Recovery>((all, part) => ({ ...all, ...part }), nothingDue);
}

/**
 * Starts the maintenance of all modules. Each has its own interval, so that a payment executor that is
 * slow to answer does not delay turns and machines.
 *
 * @param everyMs - Null to run it only with `recover()`.
 * @returns a function that closes the modules, the last first, each after its maintenance was stopped.
 */
export function startModules(
  modules: readonly CoreModule[],
  everyMs: number | null,
  report: (error: unknown) => void,
): () => Promise<void> {
  const running = modules.map(({ maintenance, close }) => {
    const timed = maintenance?.timed ?? null;
    const isTimed = everyMs !== null && timed !== null;
    return { timer: isTimed ? startRecoveryTimer(everyMs, timed, report) : null, close };
  });
  return async () => {
    for (const { timer, close } of running.toReversed()) {
      timer?.stop();
      await close?.();
    }
  };
}

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

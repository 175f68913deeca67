import { isTreasuryError } from "@agent-treasury/provider";
import { everyStep, throwFirst } from "@agent-treasury/provider/helpers";
import type { CoreModule } from "../http/core-module.ts";
import { wholeMs } from "../kernel/number-options.ts";
import type { TreasuryOptions } from "../treasury-options.ts";
import type { Recovery } from "../treasury.ts";

const firstDelayMs = 1_000;
const repeatedEveryMs = 3_600_000;

/** Null to recover on request only. */
export function recoveryMsOf({ recoverySeconds = 30 }: TreasuryOptions): number | null {
  return recoverySeconds === false ? null : wholeMs("recoverySeconds", recoverySeconds);
}

/**
 * Runs the maintenance of all modules once, also after one failed.
 *
 * @throws the first failure. The others go to `report`.
 */
export async function recoverAll(
  modules: readonly CoreModule[],
  report: (error: unknown) => void,
): Promise<Recovery> {
  const steps = modules.flatMap(({ maintenance }) => maintenance ?? []);
  const first = steps.filter(({ last }) => last !== true);
  const last = steps.filter((step) => step.last === true);
  const parts: object[] = [];
  const failures: unknown[] = [];
  const run = async ({ timed, recover }: (typeof steps)[number]): Promise<void> => {
    try {
      if (recover === undefined) await timed?.();
      else parts.push((await recover()) ?? {});
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(first.map(run));
  await Promise.all(last.map(run));
  throwFirst(failures, report);
  return Object.assign({}, ...parts) as Recovery;
}

/**
 * Each module has its own timer, so that a slow payment executor does not delay turns.
 *
 * @param everyMs null to run only on `recover()`.
 * @returns closes the modules in reverse order, also after one failed.
 */
export function startModules(
  modules: readonly CoreModule[],
  everyMs: number | null,
  report: (error: unknown) => void,
): () => Promise<void> {
  const closing = modules.map(({ maintenance, close }) => {
    const timed = maintenance?.timed ?? null;
    const isTimed = everyMs !== null && timed !== null;
    const stop = isTimed ? startRecoveryTimer(everyMs, timed, report) : null;
    return () => {
      stop?.();
      return close?.();
    };
  });
  return () => everyStep(closing.toReversed(), report);
}

/**
 * Jitter spreads processes that start together. The timer does not keep the process alive. A
 * repeated failure is reported once an hour.
 *
 * @returns stops it.
 */
export function startRecoveryTimer(
  everyMs: number,
  recover: () => Promise<unknown>,
  report: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const news = onlyNews(Math.max(1, Math.round(repeatedEveryMs / everyMs)), report);
  const schedule = (delayMs: number): void => {
    if (stopped) return;
    timer = setTimeout(run, delayMs * (0.75 + Math.random() / 2));
    // A number in browsers.
    (timer as { unref?: () => void }).unref?.();
  };
  const run = (): void => {
    void recover()
      .then(news.succeeded, (error: unknown) => {
        // A close aborts passes. Another process repeats them.
        if (!stopped) news.failed(error);
      })
      .finally(() => schedule(everyMs));
  };
  schedule(Math.min(firstDelayMs, everyMs));
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Reports a failure when it changes, and every nth repetition. */
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
      const code = isTreasuryError(error) ? error.code : "";
      const text = `${code} ${error instanceof Error ? error.message : String(error)}`;
      repeated = text === last ? repeated + 1 : 0;
      last = text;
      if (repeated % everySoMany === 0) report(error);
    },
  };
}

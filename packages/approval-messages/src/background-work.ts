import { setTimeout } from "node:timers/promises";
import type { Logger } from "@agent-treasury/provider";

export interface BackgroundWork {
  /** Waits for the work at most the given time. A failure is logged. */
  readonly run: (milliseconds: number, work: () => Promise<void>) => Promise<void>;
  /** Resolves when all work is done. */
  readonly done: () => Promise<void>;
}

/** @param service for the log, for example `Slack`. */
export function backgroundWork(logger: Logger, service: string): BackgroundWork {
  const pending = new Set<Promise<void>>();
  return {
    run: async (milliseconds, work) => {
      const running = work().catch((error: unknown) =>
        logger.error({ error }, `An action in ${service} failed.`),
      );
      pending.add(running);
      const isEarly = new AbortController();
      const finished = running.finally(() => {
        pending.delete(running);
        isEarly.abort();
      });
      const timeout = setTimeout(milliseconds, undefined, { signal: isEarly.signal });
      await Promise.race([finished, timeout.catch(() => {})]);
    },
    done: async () => {
      await Promise.all(pending);
    },
  };
}

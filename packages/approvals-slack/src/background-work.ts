import { setTimeout } from "node:timers/promises";
import type { Logger } from "@agent-treasury/provider";
import type { SlackDeps } from "./slack-deps.ts";

export interface BackgroundWork {
  readonly run: SlackDeps["inBackground"];
  /** Resolves when all work is done. */
  readonly done: () => Promise<void>;
}

export function backgroundWork(logger: Logger): BackgroundWork {
  const pending = new Set<Promise<void>>();
  return {
    run: async (milliseconds, work) => {
      const running = work().catch((error: unknown) =>
        logger.error({ error }, "An action in Slack failed."),
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

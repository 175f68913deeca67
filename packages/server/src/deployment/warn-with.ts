import type { Logger } from "@agent-treasury/provider";

/** Warns with the app's logger, whose errors and rejections are ignored. */
export function warnWith(logger: Pick<Logger, "warn"> = console): Logger["warn"] {
  return (details, message) => {
    const warn = async (): Promise<void> => logger.warn(details, message);
    warn().catch(() => undefined);
  };
}

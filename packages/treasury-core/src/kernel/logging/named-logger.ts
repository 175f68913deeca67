import { type Logger, redact } from "@agent-treasury/provider";
import { redactDetails } from "./redact-details.ts";
import { writeLog } from "./write-log.ts";

/** Begins messages with a name. Without a logger, only errors are reported. */
export function namedLogger(
  name: string,
  logger: Logger | null,
  report: (error: unknown) => void,
): Logger {
  const log =
    (level: keyof Logger) =>
    (details: object, message: string): void => {
      const text = redact(`${name}: ${message}`);
      if (logger !== null) writeLog(logger, level, details, text);
      else if (level === "error") report(new Error(text, { cause: redactDetails(details) }));
    };
  return Object.freeze<Logger>({
    debug: log("debug"),
    info: log("info"),
    warn: log("warn"),
    error: log("error"),
  });
}

import type { Logger } from "@agent-treasury/provider";
import { redactDetails } from "./redact-details.ts";

/** Writes one line. Errors of the logger are ignored. */
export function writeLog(
  logger: Logger,
  level: keyof Logger,
  details: object,
  message: string,
): void {
  try {
    logger[level](redactDetails(details), `[agent-treasury] ${message}`);
  } catch {
    // The operation is complete, and there is no other place to report the error.
  }
}

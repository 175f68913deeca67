import type { Logger } from "@agent-treasury/provider";
import { redactDetails } from "./redact-details.ts";

export function writeLog(
  logger: Logger,
  level: keyof Logger,
  details: object,
  message: string,
): void {
  try {
    logger[level](redactDetails(details), `[agent-treasury] ${message}`);
  } catch {
    // There is no other place to report the error.
  }
}

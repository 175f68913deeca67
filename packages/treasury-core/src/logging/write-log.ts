import type { Logger } from "@agent-treasury/provider";
import { redactDetails } from "./redact-details.ts";

/** Writes one line; what a logger throws is its own affair. */
export function writeLog(
  logger: Logger,
  level: keyof Logger,
  details: object,
  message: string,
): void {
  try {
    logger[level](redactDetails(details), `[agent-treasury] ${message}`);
  } catch {
    // Whoever was to be answered is answered, and there is nobody else to tell.
  }
}

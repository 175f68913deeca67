import type { Logger } from "@agent-treasury/provider";
import { redactDetails } from "./redact-details.ts";

export function writeLog(
  logger: Logger,
  level: keyof Logger,
  details: object,
  message: string,
): void {
  // The rejection of an asynchronous logger would otherwise end the process.
  const write = async (): Promise<void> =>
    logger[level](redactDetails(details), `[agent-treasury] ${message}`);
  // There is no other place to report the error.
  write().catch(() => undefined);
}

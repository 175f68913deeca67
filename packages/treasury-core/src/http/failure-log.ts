import { redact } from "@agent-treasury/provider";
import type { AccessAction } from "./access-action.ts";

const causesFollowed = 5;

export interface FailureReport {
  readonly requestId: string;
  /** Null if the request matched no operation. */
  readonly action: AccessAction | null;
  readonly error: unknown;
}

/**
 * Reports failures, to `console.error` by default. Never throws.
 *
 * @param log must not throw.
 */
export function failureReporter(
  onFailure?: (report: FailureReport) => void,
  log?: (report: FailureReport) => void,
): (report: FailureReport) => void {
  const logged = log ?? (onFailure === undefined ? logFailure : () => {});
  return (report) => {
    logged(report);
    const failed = (error: unknown): void => (log ?? logFailure)({ ...report, error });
    try {
      // An unhandled rejection of an asynchronous callback would end the process.
      const result: unknown = onFailure?.(report);
      void Promise.resolve(result).catch(failed);
    } catch (error) {
      failed(error);
    }
  };
}

function logFailure({ requestId, action, error }: FailureReport): void {
  console.error(redact(`[agent-treasury] ${requestId} ${action ?? "-"} ${describe(error)}`));
}

function describe(error: unknown): string {
  const parts: string[] = [];
  let current = error;
  for (let depth = 0; depth < causesFollowed && current !== undefined; depth += 1) {
    parts.push(current instanceof Error ? (current.stack ?? current.message) : textOf(current));
    current = current instanceof Error ? current.cause : undefined;
  }
  return parts.join("\ncaused by: ");
}

/** A thrown value may not be JSON. */
function textOf(thrown: unknown): string {
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}

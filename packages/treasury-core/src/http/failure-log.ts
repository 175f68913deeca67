import type { RouteName } from "@agent-treasury/contract";
import { redact } from "@agent-treasury/provider";

const causesFollowed = 5;

/** A failure, as the deployment is told of it. */
export interface FailureReport {
  readonly requestId: string;
  /** The operation, null when the request matched none. */
  readonly action: RouteName | null;
  readonly error: unknown;
}

/**
 * Tells a deployment of failures, and never throws: whoever was to be answered is answered. Where
 * nobody is to be told, the error console is.
 *
 * @param log - must not throw
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
      // It may be asynchronous for all its type says, and a rejection that nobody hears ends a process.
      const told: unknown = onFailure?.(report);
      void Promise.resolve(told).catch(failed);
    } catch (error) {
      failed(error);
    }
  };
}

/** Writes a failure to the error console: with its stack and causes, without anything secret. */
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

/** Anything can be thrown, also what JSON cannot write. */
function textOf(thrown: unknown): string {
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}

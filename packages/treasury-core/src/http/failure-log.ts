import {
  type Clock,
  isTreasuryError,
  type Logger,
  redact,
  systemClock,
} from "@agent-treasury/provider";
import { writeLog } from "../kernel/logging.ts";
import type { AccessAction } from "./access-action.ts";

const causesFollowed = 5;

/** The request id of failures in background work. */
export const noRequest = "none";

export interface FailureReport {
  /** `none` for background work. */
  readonly requestId: string;
  /** Null if the request matched no operation. */
  readonly action: AccessAction | null;
  readonly error: unknown;
}

/**
 * Reports failures, to `console.error` by default. Never throws. While the storage fails for one
 * reason, the log repeats it ever more rarely, and so does `onFailure` for background work.
 *
 * @param log must not throw.
 */
export function failureReporter(
  onFailure?: (report: FailureReport) => void,
  log?: (report: FailureReport) => void,
  clock: Pick<Clock, "monotonic"> = systemClock,
): (report: FailureReport) => void {
  const logged = log ?? (onFailure === undefined ? logFailure : () => {});
  const isRepeated = repeatedFailures(clock);
  return (report) => {
    const repeats = isRepeated(report.error);
    if (!repeats) logged(report);
    else if (report.requestId === noRequest) return;
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

const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;
/** A message can contain an id, so their number is bounded. */
const remembered = 100;

/**
 * Returns whether a failure of the storage need not be reported again, because it repeats one that
 * was reported. While a failure continues, it is reported again after 1, 2, 4, … 60 minutes.
 * Failures with the same text have the same cause.
 */
function repeatedFailures(clock: Pick<Clock, "monotonic">): (error: unknown) => boolean {
  const reported = new Map<string, { at: number; pauseMs: number; lastSeenAt: number }>();
  return (error) => {
    if (!isTreasuryError(error) || !error.code.startsWith("storage_")) return false;
    const text = describe(error);
    const now = clock.monotonic();
    const known = reported.get(text);
    if (known !== undefined && now - known.at < known.pauseMs) {
      known.lastSeenAt = now;
      return true;
    }
    const continues = known !== undefined && now - known.lastSeenAt < firstPauseMs;
    const pauseMs = continues ? Math.min(2 * known.pauseMs, longestPauseMs) : firstPauseMs;
    reported.delete(text);
    const [oldest] = reported.keys();
    if (reported.size >= remembered && oldest !== undefined) reported.delete(oldest);
    reported.set(text, { at: now, pauseMs, lastSeenAt: now });
    return false;
  };
}

/** Logs failures. Never throws. */
export function failureLog(logger: Logger): (report: FailureReport) => void {
  return ({ requestId, action, error }) =>
    writeLog(logger, "error", { requestId, action, error }, "failed");
}

function logFailure({ requestId, action, error }: FailureReport): void {
  const request = `request ${requestId}${action === null ? "" : `, ${action}`}`;
  const place = requestId === noRequest ? "background work" : request;
  console.error(redact(`[agent-treasury] ${place}: ${describe(error)}`));
}

function describe(error: unknown): string {
  const parts: string[] = [];
  let current = error;
  for (let depth = 0; depth < causesFollowed && current !== undefined; depth += 1) {
    const cause = current instanceof Error ? current.cause : undefined;
    if (!passesOn(current, cause)) {
      parts.push(current instanceof Error ? describeError(current) : textOf(current));
    }
    current = cause;
  }
  return parts.join(parts.some((part) => part.includes("\n")) ? "\ncaused by: " : " Caused by: ");
}

/** A health check passes on the message of the storage. */
function passesOn(error: unknown, cause: unknown): boolean {
  return isTreasuryError(error) && isTreasuryError(cause) && error.message === cause.message;
}

/** The stack of an error that has a code, of ours, the system or a driver, explains nothing. */
function describeError(error: Error): string {
  const code: unknown = "code" in error ? error.code : undefined;
  if (isTreasuryError(error) && error.code !== "internal_error") {
    return `${error.code}: ${error.message}`;
  }
  if (isTreasuryError(error) || typeof code !== "string") return error.stack ?? error.message;
  // Failed connections to several addresses are one error without a message.
  return error instanceof AggregateError ? error.errors.map(String).join(", ") : error.message;
}

/** A thrown value may not be JSON. */
function textOf(thrown: unknown): string {
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}

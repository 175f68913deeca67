import type { ErrorCode } from "@agent-treasury/contract/wire";

const marker = Symbol.for("agent-treasury.client-error");

type ErrorKind = "api" | "connection" | "timeout";

function mark(error: Error, kind: ErrorKind): void {
  Object.defineProperty(error, marker, { value: kind });
}

function isMarked(error: unknown, kind: ErrorKind): boolean {
  return typeof error === "object" && error !== null && Reflect.get(error, marker) === kind;
}

/**
 * Why the service refused: one of the catalogue's codes, a code that is newer than this client, or
 * `unexpected_answer` when something other than the service answered.
 */
export type TreasuryApiErrorCode =
  | ErrorCode
  | "unexpected_answer"
  | (string & Record<never, never>);

/** What a {@link TreasuryApiError} knows beside its message. */
export interface TreasuryApiErrorDetails {
  readonly status: number;
  readonly code: TreasuryApiErrorCode;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

/**
 * An answer that is a failure, or that is not the service's. The message says what happened and what
 * to do about it, for a person; `code` says what happened, for a program.
 *
 * @example
 * try {
 *   await client.treasury.decide({ proposalId, decision: "approve" });
 * } catch (error) {
 *   if (!isTreasuryApiError(error) || error.code !== "already_decided") throw error;
 * }
 */
export class TreasuryApiError extends Error {
  /** The HTTP status. */
  readonly status: number;
  readonly code: TreasuryApiErrorCode;
  /** The id under which the service logged the request; null when something else answered. */
  readonly requestId: string | null;
  /** Seconds to wait before trying again; null when the answer names none. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, details: TreasuryApiErrorDetails) {
    super(message);
    this.name = "TreasuryApiError";
    mark(this, "api");
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** The service could not be reached, or the connection broke before its answer was complete. */
export class TreasuryConnectionError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "TreasuryConnectionError";
    mark(this, "connection");
  }
}

/** No complete answer came in time. The service may still have done what it was asked. */
export class TreasuryTimeoutError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "TreasuryTimeoutError";
    mark(this, "timeout");
  }
}

/** Tells a {@link TreasuryApiError}, also one of another copy of this module. */
export function isTreasuryApiError(error: unknown): error is TreasuryApiError {
  return isMarked(error, "api");
}

/** Tells a {@link TreasuryConnectionError}, also one of another copy of this module. */
export function isTreasuryConnectionError(error: unknown): error is TreasuryConnectionError {
  return isMarked(error, "connection");
}

/** Tells a {@link TreasuryTimeoutError}, also one of another copy of this module. */
export function isTreasuryTimeoutError(error: unknown): error is TreasuryTimeoutError {
  return isMarked(error, "timeout");
}

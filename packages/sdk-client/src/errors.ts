import type { ErrorCode } from "@agent-treasury/contract/wire";

const marker = Symbol.for("agent-treasury.client-error");

type ErrorKind = "Api" | "Connection" | "Timeout";

/** What all errors of the client have in common. */
class ClientError extends Error {
  constructor(kind: ErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = `Treasury${kind}Error`;
    Object.defineProperty(this, marker, { value: kind });
  }
}

function isMarked(error: unknown, kind: ErrorKind): boolean {
  return (error as { [marker]?: ErrorKind } | null | undefined)?.[marker] === kind;
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
export class TreasuryApiError extends ClientError {
  /** The HTTP status. */
  declare readonly status: number;
  declare readonly code: TreasuryApiErrorCode;
  /** The id under which the service logged the request; null when something else answered. */
  declare readonly requestId: string | null;
  /** Seconds to wait before trying again; null when the answer names none. */
  declare readonly retryAfterSeconds: number | null;

  constructor(message: string, details: TreasuryApiErrorDetails) {
    super("Api", message);
    Object.assign(this, details);
  }
}

/** The service could not be reached, or the connection broke before its answer was complete. */
export class TreasuryConnectionError extends ClientError {
  constructor(message: string, cause?: unknown) {
    super("Connection", message, { cause });
  }
}

/** No complete answer came in time. The service may still have done what it was asked. */
export class TreasuryTimeoutError extends ClientError {
  constructor(message: string, cause?: unknown) {
    super("Timeout", message, { cause });
  }
}

/** Tells a {@link TreasuryApiError}, also one of another copy of this module. */
export function isTreasuryApiError(error: unknown): error is TreasuryApiError {
  return isMarked(error, "Api");
}

/** Tells a {@link TreasuryConnectionError}, also one of another copy of this module. */
export function isTreasuryConnectionError(error: unknown): error is TreasuryConnectionError {
  return isMarked(error, "Connection");
}

/** Tells a {@link TreasuryTimeoutError}, also one of another copy of this module. */
export function isTreasuryTimeoutError(error: unknown): error is TreasuryTimeoutError {
  return isMarked(error, "Timeout");
}

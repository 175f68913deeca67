import type { ErrorCode } from "@agent-treasury/contract/wire";

const marker = Symbol.for("agent-treasury.client-error");

type ErrorKind = "Api" | "Connection" | "Timeout";

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
 * Why the request failed: a code of the error catalogue, a code newer than this client, or
 * `unexpected_answer` if the response is not from the service.
 */
export type TreasuryApiErrorCode =
  | ErrorCode
  | "unexpected_answer"
  | (string & Record<never, never>);

/** The fields of a {@link TreasuryApiError} besides its message. */
export interface TreasuryApiErrorDetails {
  readonly status: number;
  readonly code: TreasuryApiErrorCode;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

/**
 * A failed response, or one that is not from the service. The message is for people and includes
 * the remedy. `code` is for programs.
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
  /** The id of the request in the service's log. Null if the response is not from the service. */
  declare readonly requestId: string | null;
  /** Seconds to wait before retrying. Null if the response does not specify it. */
  declare readonly retryAfterSeconds: number | null;

  constructor(message: string, details: TreasuryApiErrorDetails) {
    super("Api", message);
    Object.assign(this, details);
  }
}

/** The service could not be reached, or the connection broke before the response was complete. */
export class TreasuryConnectionError extends ClientError {
  constructor(message: string, cause?: unknown) {
    super("Connection", message, { cause });
  }
}

/** The response was not complete within the timeout. The request may still have taken effect. */
export class TreasuryTimeoutError extends ClientError {
  constructor(message: string, cause?: unknown) {
    super("Timeout", message, { cause });
  }
}

/**
 * Returns whether a value is a {@link TreasuryApiError}, including one from another copy of this
 * module.
 */
export function isTreasuryApiError(error: unknown): error is TreasuryApiError {
  return isMarked(error, "Api");
}

/**
 * Returns whether a value is a {@link TreasuryConnectionError}, including one from another copy of
 * this module.
 */
export function isTreasuryConnectionError(error: unknown): error is TreasuryConnectionError {
  return isMarked(error, "Connection");
}

/**
 * Returns whether a value is a {@link TreasuryTimeoutError}, including one from another copy of
 * this module.
 */
export function isTreasuryTimeoutError(error: unknown): error is TreasuryTimeoutError {
  return isMarked(error, "Timeout");
}

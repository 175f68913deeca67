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
  declare readonly status: number;
  declare readonly code: TreasuryApiErrorCode;
  /** The id in the service's log. Null if the response is not from the service. */
  declare readonly requestId: string | null;
  /** Seconds to wait before retrying, if specified. */
  declare readonly retryAfterSeconds: number | null;

  constructor(message: string, details: TreasuryApiErrorDetails) {
    super("Api", message);
    Object.assign(this, details);
  }
}

/** The service could not be reached, or the connection broke during the response. */
export class TreasuryConnectionError extends ClientError {
  constructor(message: string, cause?: unknown) {
    super("Connection", message, { cause });
  }
}

/** Timeout. The request may still have taken effect. */
export class TreasuryTimeoutError extends ClientError {
  constructor(message: string, cause?: unknown) {
    super("Timeout", message, { cause });
  }
}

/** Also works for errors of another copy of this module. */
export function isTreasuryApiError(error: unknown): error is TreasuryApiError {
  return isMarked(error, "Api");
}

/** Also works for errors of another copy of this module. */
export function isTreasuryConnectionError(error: unknown): error is TreasuryConnectionError {
  return isMarked(error, "Connection");
}

/** Also works for errors of another copy of this module. */
export function isTreasuryTimeoutError(error: unknown): error is TreasuryTimeoutError {
  return isMarked(error, "Timeout");
}

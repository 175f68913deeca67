import { errorAnswers, type ErrorCode } from "@agent-treasury/contract/errors";

const marker = Symbol.for("agent-treasury.error");

export interface TreasuryErrorOptions {
  /** The underlying error. Logged, never sent to the caller. */
  readonly cause?: unknown;
  /** Response headers, for example `retry-after` or `allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the remedy of the catalogue, for example where it is known that nothing was changed. */
  readonly remedy?: string;
  /**
   * Whether the caller caused it, although its code has a status of 500 and above. It is not
   * logged, because callers can cause it in large numbers.
   */
  readonly isOfCaller?: boolean;
}

/**
 * An error that may be shown to a caller. Its code determines the HTTP status, by the error
 * catalogue.
 *
 * @example
 * throw new TreasuryError("machine_host_error", "The host refused the image.");
 */
export class TreasuryError extends Error {
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly #remedy: string | undefined;
  /** See `TreasuryErrorOptions`. */
  declare readonly isOfCaller: boolean;

  /** `message` is one sentence about what happened. The catalogue provides the remedy. */
  constructor(code: ErrorCode, message: string, options: TreasuryErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "TreasuryError";
    Object.defineProperty(this, marker, { value: true });
    this.code = code;
    this.headers = options.headers ?? {};
    this.#remedy = options.remedy;
    Object.defineProperty(this, "isOfCaller", { value: options.isOfCaller === true });
  }

  /** The HTTP status of the code. */
  get status(): number {
    return errorAnswers[this.code].status;
  }

  /** What the caller can do about it. */
  get remedy(): string {
    return this.#remedy ?? errorAnswers[this.code].remedy;
  }
}

/** Returns whether a value is a `TreasuryError`, including one from another copy of this module. */
export function isTreasuryError(error: unknown): error is TreasuryError {
  return typeof error === "object" && error !== null && marker in error;
}

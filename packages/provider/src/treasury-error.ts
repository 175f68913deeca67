import { type ErrorCode, errorCatalogue } from "@agent-treasury/contract/errors";

const marker = Symbol.for("agent-treasury.error");

/** What goes with an error beside its message. */
export interface TreasuryErrorOptions {
  /** What led to it. Logged, never answered. */
  readonly cause?: unknown;
  /** Headers of the answer, for example `retry-after` or `allow`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A failure that a caller may read. The code decides the status, by the contract's catalogue.
 *
 * @example
 * throw new TreasuryError("machine_host_error", "The host refused the image.");
 */
export class TreasuryError extends Error {
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  /** `message` says what happened, in one sentence; what to do comes from the catalogue. */
  constructor(code: ErrorCode, message: string, options: TreasuryErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "TreasuryError";
    Object.defineProperty(this, marker, { value: true });
    this.code = code;
    this.headers = options.headers ?? {};
  }

  /** The HTTP status that travels with the code. */
  get status(): number {
    return errorCatalogue[this.code].status;
  }

  /** What a caller can do about it. */
  get remedy(): string {
    return errorCatalogue[this.code].remedy;
  }
}

/** Tells a `TreasuryError`, also one of another copy of this module. */
export function isTreasuryError(error: unknown): error is TreasuryError {
  return typeof error === "object" && error !== null && marker in error;
}

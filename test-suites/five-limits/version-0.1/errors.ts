import { type ErrorCode, errorCatalogue } from "@agent-treasury/contract";
import type { StandardSchemaV1 } from "@standard-schema/spec";

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

const issuesTold = 3;

/** The first problems of a validation, one sentence. */
export function describeIssues(issues: readonly StandardSchemaV1.Issue[]): string {
  const told = issues.slice(0, issuesTold).map(({ path, message }) => {
    const where = path?.map((segment) =>
      String(typeof segment === "object" ? segment.key : segment),
    );
    return where === undefined || where.length === 0
      ? message
      : `\`${where.join(".")}\` ${message}`;
  });
  const left = issues.length - told.length;
  return `${told.join("; ")}${left > 0 ? `; and ${left} more` : ""}.`;
}

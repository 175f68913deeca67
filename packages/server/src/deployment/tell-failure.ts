import { isTreasuryError, redact } from "@agent-treasury/provider";
import { isSettingsError } from "../settings/settings-error.ts";
import { isMissingPackageError } from "./optional-package.ts";

const maximumCauses = 3;

/**
 * Returns the message of a failure that the user can correct, with its causes and without secrets,
 * or null for unexpected errors.
 *
 * @example
 * const message = tellFailure(error);
 * console.error(message ?? tellFault(error));
 */
export function tellFailure(error: unknown): string | null {
  if (isSettingsError(error) || isMissingPackageError(error)) return redact(error.message);
  if (!isTreasuryError(error)) return null;
  const causes = causesOf(error);
  return redact([error.message, ...causes.map((cause) => `  because: ${cause}`)].join("\n"));
}

/** Returns the redacted stack of an unexpected error. */
export function tellFault(error: unknown): string {
  return redact(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

function causesOf(error: unknown): string[] {
  const found: string[] = [];
  let cause = causeOf(error);
  while (cause instanceof Error && found.length < maximumCauses) {
    // Failed connections to several addresses are one error without a message.
    const texts = cause instanceof AggregateError ? cause.errors.map(String) : [cause.message];
    found.push(...texts.filter((text) => text !== "").slice(0, maximumCauses));
    cause = causeOf(cause);
  }
  return found;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

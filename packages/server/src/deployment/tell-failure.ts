import { isTreasuryError, redact } from "@agent-treasury/provider";
import { isSettingsError } from "../settings/settings-error.ts";
import { isMissingPackageError } from "./optional-package.ts";

const causesTold = 3;

/**
 * What whoever started a program is told of a failure, with what led to it and without a stack or a
 * password; null when it is nothing that they could mend, but a fault of the program.
 *
 * @example
 * const told = tellFailure(error);
 * console.error(told ?? tellFault(error));
 */
export function tellFailure(error: unknown): string | null {
  if (isSettingsError(error) || isMissingPackageError(error)) return redact(error.message);
  if (!isTreasuryError(error)) return null;
  const causes = causesOf(error);
  return redact([error.message, ...causes.map((cause) => `  because: ${cause}`)].join("\n"));
}

/** A fault of the program for the error console: its stack, without anything that looks like a secret. */
export function tellFault(error: unknown): string {
  return redact(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

function causesOf(error: unknown): string[] {
  const found: string[] = [];
  let cause = causeOf(error);
  while (cause instanceof Error && found.length < causesTold) {
    // Several addresses that were tried are one error without a message of its own.
    const told = cause instanceof AggregateError ? cause.errors.map(String) : [cause.message];
    found.push(...told.filter((text) => text !== "").slice(0, causesTold));
    cause = causeOf(cause);
  }
  return found;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

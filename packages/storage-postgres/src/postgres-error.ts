import { TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import { sqlStateOf } from "./sql-state.ts";

const problems: Readonly<Record<string, string>> = {
  "25006": "is read-only, as a standby is: connect to the primary",
  "40001": "had too many writers at once; nothing was written",
  "40P01": "had too many writers at once; nothing was written",
  "42501": "may not be used by this role: grant it the rights that the README lists",
  "42P01": "lacks a table of the treasury: do not remove any",
  "53100": "has no room left on its disk; nothing was written",
  "53200": "ran out of memory; nothing was written",
  "53300": "has no connection left: raise its limit or lower the pool's",
  "55P03": "kept a row locked for too long; nothing was written",
  "57014": "took longer than its time limit allows; nothing was written",
};

/**
 * An error that a caller may read. It names no host, role or table, since it may travel to whoever
 * called the service; the cause is the driver's own error.
 */
export function storageError(error: unknown): TreasuryError {
  if (isTreasuryError(error)) return error;
  const state = sqlStateOf(error);
  const problem =
    state === null
      ? "was lost while it was asked"
      : (problems[state] ?? `answered with an error of SQL state ${state}`);
  return new TreasuryError("storage_error", `The PostgreSQL database ${problem}.`, {
    cause: error,
  });
}

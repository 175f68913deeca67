import { TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import { movedState } from "./moves/move-schema.ts";
import { sqlStateOf } from "./sql-state.ts";

const problems: Readonly<Record<string, string>> = {
  "25006": "is read-only, like a standby: connect to the primary",
  "40001": "had too many concurrent writers",
  "40P01": "had too many concurrent writers",
  "42501":
    "denies this role the treasury's tables: grant it USAGE on the schema, and SELECT, INSERT, UPDATE and DELETE on its tables",
  "42P01": "lacks a table of the treasury: restore it from a backup",
  "53100": "has no disk space left",
  "53200": "ran out of memory",
  "53300": "has no free connection: raise its limit or lower the pool's",
  "55P03": "exceeded its lock timeout",
  "57014": "exceeded its statement timeout",
};

/** The treasury then answers 503 if nothing was changed. */
const passing: ReadonlySet<string> = new Set([
  "40001",
  "40P01",
  "53300",
  "55P03",
  "57014",
  "57P03",
]);

/** Null unless a trigger of a move rejected the write. */
export function movedError(error: unknown): TreasuryError | null {
  if (sqlStateOf(error) !== movedState || !(error instanceof Error)) return null;
  return new TreasuryError("storage_moved", `${error.message}.`, { cause: error });
}

export function databaseError(problem: string, cause?: unknown): TreasuryError {
  const isPassing = passing.has(sqlStateOf(cause) ?? "") || isOfFullPool(cause);
  const headers = isPassing ? { "retry-after": "5" } : {};
  const message = `The PostgreSQL database ${problem}.`;
  return new TreasuryError("storage_error", message, { cause, headers });
}

/** The message contains no host, role or table, because it may be sent to the service's caller. */
export function storageError(error: unknown): TreasuryError {
  if (isTreasuryError(error)) return error;
  const moved = movedError(error);
  if (moved !== null) return moved;
  const state = sqlStateOf(error);
  const problem = state === null ? problemOfDriver(error) : problemOfState(state);
  return databaseError(problem, error);
}

function problemOfDriver(error: unknown): string {
  // A damaged row, for example a text that is not JSON.
  const isUnreadable = error instanceof SyntaxError || error instanceof TypeError;
  return isUnreadable
    ? "returned a row that cannot be read: look at the cause in the log, and restore a backup"
    : "disconnected during a statement";
}

export function problemOfState(state: string): string {
  return problems[state] ?? `returned an error with SQL state ${state}`;
}

/** The pool's error has no code. */
export function isOfFullPool(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes("exceeded when trying to connect");
}

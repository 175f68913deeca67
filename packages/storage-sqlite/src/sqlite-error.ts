import { basename } from "node:path";
import { TreasuryError, isTreasuryError } from "@agent-treasury/provider";

/** Result codes of SQLite that mean something to us (https://www.sqlite.org/rescode.html). */
const code = {
  permission: 3,
  busy: 5,
  outOfMemory: 7,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  protocol: 15,
  tooBig: 18,
  constraint: 19,
  mismatch: 20,
  range: 25,
  notADatabase: 26,
} as const;

const problems: Readonly<Record<number, string>> = {
  [code.permission]: "may not be accessed: check the permissions of the file and its directory",
  [code.busy]: "was kept busy by another process for too long; nothing was written",
  [code.outOfMemory]: "could not be used: memory ran out",
  [code.readOnly]: "may not be written: check the permissions of the file and its directory",
  [code.inputOutput]: "could not be read or written: the disk answered with an error",
  [code.corrupt]: "is damaged: restore it from a backup",
  [code.full]: "could not grow, because the disk is full; nothing was written",
  [code.cannotOpen]:
    "cannot be opened: check that the path is a file in a directory that may be written",
  [code.notADatabase]: "is not an SQLite database",
};

/** Whether another process is writing just now, so that the same will work in a moment. */
export function isBusy(error: unknown): boolean {
  const primary = primaryCode(error);
  return primary === code.busy || primary === code.protocol;
}

/**
 * Whether SQLite or its binding refused what one commit wanted to write, as opposed to the database
 * that could not take anything.
 */
export function isRefusedRow(error: unknown): boolean {
  if (isTreasuryError(error)) return false;
  const primary = primaryCode(error);
  return (
    primary === null ||
    primary === code.tooBig ||
    primary === code.constraint ||
    primary === code.mismatch ||
    primary === code.range
  );
}

/**
 * An error that a caller may read. It names the file without its directories, since it may travel to
 * whoever called the service; the cause has the whole path.
 */
export function storageError(error: unknown, path: string): TreasuryError {
  if (isTreasuryError(error)) return error;
  const primary = primaryCode(error);
  const problem =
    (primary === null ? undefined : problems[primary]) ?? `could not be used: ${reasonOf(error)}`;
  return new TreasuryError("storage_error", `The database "${basename(path)}" ${problem}.`, {
    cause: new Error(`${path}: ${reasonOf(error)}`, { cause: error }),
  });
}

function primaryCode(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return null;
  return typeof error.errcode === "number" ? error.errcode & 0xff : null;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

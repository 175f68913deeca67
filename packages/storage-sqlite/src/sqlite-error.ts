import { basename } from "node:path";
import {
  TreasuryError,
  type TreasuryErrorOptions,
  isTreasuryError,
} from "@agent-treasury/provider";

/** https://www.sqlite.org/rescode.html */
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
  [code.permission]: "is not accessible: check the permissions of the file and its directory",
  [code.busy]: "was locked by another process for too long",
  [code.outOfMemory]: "could not be used, because memory ran out",
  [code.readOnly]: "is not writable: check the permissions of the file and its directory",
  [code.inputOutput]:
    "could not be read or written, because the disk failed: check the disk and the system's log",
  // SQLite reports a page that the disk could not read with the same code.
  [code.corrupt]:
    "has a page that cannot be read or is damaged: check the disk and the system's log, and restore a backup only if PRAGMA integrity_check reports errors",
  [code.full]: "could not grow, because the disk is full",
  [code.cannotOpen]: "cannot be opened: check that the path is a file in a writable directory",
  [code.notADatabase]: "is not an SQLite database: choose another path",
};

const shortRead = 522;

/** A trigger of a move rejected the write. */
const rejectedByTrigger = 1811;

export function movedError(error: unknown): TreasuryError | null {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return null;
  if (error.errcode !== rejectedByTrigger) return null;
  return new TreasuryError("storage_moved", `${reasonOf(error)}.`, { cause: error });
}

/** Another process is writing, so a retry will succeed soon. */
export function isBusy(error: unknown): boolean {
  const primary = primaryCode(error);
  return primary === code.busy || primary === code.protocol;
}

export function busyError(reason: string): Error {
  return Object.assign(new Error(reason), { errcode: code.busy });
}

/** The log is shorter than its index states. */
export function isShortRead(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === shortRead;
}

/** A commit that fails for this reason has no complete commit record in the log. */
export function isFull(error: unknown): boolean {
  return primaryCode(error) === code.full;
}

export function isReadOnly(error: unknown): boolean {
  return primaryCode(error) === code.readOnly;
}

/** Whether SQLite or its binding rejected the values of one commit. */
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

/** @param path of the database, of which the message contains only the file name. */
export function databaseError(
  path: string,
  problem: string,
  cause?: unknown,
  headers: TreasuryErrorOptions["headers"] = {},
): TreasuryError {
  return new TreasuryError("storage_error", `The database "${basename(path)}" ${problem}.`, {
    cause,
    headers,
  });
}

/**
 * The message contains the file name without directories, because it may be sent to the service's
 * caller.
 */
export function storageError(error: unknown, path: string): TreasuryError {
  if (isTreasuryError(error)) return error;
  const moved = movedError(error);
  if (moved !== null) return moved;
  const primary = primaryCode(error);
  const problem =
    (primary === null ? undefined : problems[primary]) ?? `could not be used: ${reasonOf(error)}`;
  const cause = new Error(`${path}: ${reasonOf(error)}`);
  // The treasury then answers 503 if nothing was changed.
  const headers = isBusy(error) ? { "retry-after": "5" } : {};
  return databaseError(path, problem, Object.assign(cause, codesOf(error)), headers);
}

function primaryCode(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return null;
  return typeof error.errcode === "number" ? error.errcode & 0xff : null;
}

function codesOf(error: unknown): object {
  if (typeof error !== "object" || error === null) return {};
  return {
    ...("code" in error && { code: error.code }),
    ...("errcode" in error && { errcode: error.errcode }),
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

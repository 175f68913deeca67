import type { TurnAppend } from "../ports/turn-log.ts";
import { TreasuryError } from "../treasury-error.ts";

const bodiesAtMost = 100;

/**
 * Rejects an append that contradicts itself. Writing it would leave a gap in the turn, or records
 * that never expire.
 *
 * @throws TreasuryError `storage_error`
 */
export function assertAppendable({ writer, after, bodies, expiresAt }: TurnAppend): void {
  const flaw =
    bodies.length === 0 || bodies.length > bodiesAtMost
      ? `It has ${bodies.length} records. The limit is 1 to ${bodiesAtMost}.`
      : !Number.isSafeInteger(after) || after < 0
        ? "`after` is not a valid sequence."
        : !Number.isSafeInteger(expiresAt)
          ? "`expiresAt` is not a whole number of milliseconds."
          : writer === ""
            ? "`writer` is empty."
            : null;
  if (flaw === null) return;
  throw new TreasuryError("storage_error", `Invalid append to a turn: ${flaw}`);
}

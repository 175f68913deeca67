import type { TurnAppend } from "../ports/turn-log.ts";
import { TreasuryError } from "../treasury-error.ts";

const bodiesAtMost = 100;

/**
 * Refuses an append that contradicts itself: a log that wrote it would have a gap, or records that no
 * sweep finds.
 *
 * @throws TreasuryError `storage_error`
 */
export function assertAppendable({ writer, after, bodies, expiresAt }: TurnAppend): void {
  const flaw =
    bodies.length === 0 || bodies.length > bodiesAtMost
      ? `It has ${bodies.length} records, where 1 to ${bodiesAtMost} are meant.`
      : !Number.isSafeInteger(after) || after < 0
        ? "What it comes after is no sequence."
        : !Number.isSafeInteger(expiresAt)
          ? "It expires at no whole millisecond."
          : writer === ""
            ? "It names no writer."
            : null;
  if (flaw === null) return;
  throw new TreasuryError("storage_error", `An append to a turn was refused: ${flaw}`);
}

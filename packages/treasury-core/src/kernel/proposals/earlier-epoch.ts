import { TreasuryError } from "@agent-treasury/provider";

/** A turn spends only in the epoch in which it began. */
export const turnWasReset = "The workspace was reset, so the turn cannot continue.";

export function turnOfEarlierEpoch(): TreasuryError {
  return new TreasuryError("turn_failed", turnWasReset);
}

import { TreasuryError } from "@agent-treasury/provider";

/** Why a turn ends: a reset began a new epoch, and a turn spends only in the epoch in which it began. */
export const turnWasReset = "The workspace was reset meanwhile, so the turn does not go on.";

/** The failure of a turn that began in an earlier epoch of the ledger. */
export function turnOfEarlierEpoch(): TreasuryError {
  return new TreasuryError("turn_failed", turnWasReset);
}

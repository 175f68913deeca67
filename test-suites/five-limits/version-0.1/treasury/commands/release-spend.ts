import { isTreasuryError } from "../../errors.ts";
import { type Command, refused } from "../../ledger/command.ts";
import { findProposal } from "../proposals/find-proposal.ts";
import { type SpendProposal, proposalKey } from "../proposals/proposal.ts";
import { releaseHold } from "../spends/hold-spend.ts";

/** A hold to be given back. */
export interface SpendRelease {
  readonly proposalId: string;
  /** Why nobody paid, one sentence. */
  readonly failure: string;
  /**
   * Whose word it is: a call's answer counts only while that call carries the payment on. Left out for
   * an executor's event.
   */
  readonly lease?: string;
}

/** Gives an amount back that nobody was paid; a spend that holds nothing stays as it is. */
export function releaseSpend({ proposalId, failure, lease }: SpendRelease): Command<SpendProposal> {
  return {
    name: "release_spend",
    reads: [proposalKey(proposalId)],
    decide: (books) => {
      const spend = findProposal(books, proposalId);
      if (isTreasuryError(spend)) return refused(spend);
      const isTheirs = lease === undefined || spend.hold?.lease === lease;
      if (spend.hold === null || !isTheirs) return { kind: "unchanged", answer: spend };
      const { proposal, changes } = releaseHold(books, spend, failure);
      return { kind: "changed", answer: proposal, changes };
    },
  };
}

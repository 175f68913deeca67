import { type TreasuryError, isTreasuryError } from "../../errors.ts";
import type { Books, Tip } from "../../ledger/books.ts";
import { limitsToRecord } from "../../ledger/budget.ts";
import { type Changes, changesOn } from "../../ledger/command.ts";
import { type Posted, post } from "../../ledger/posting.ts";
import { type Micros, negate } from "../../money/micros.ts";
import { violationOf } from "../policy/spending-limits.ts";
import { type SpendingPolicy, limitsOf } from "../policy/spending-policy.ts";
import { proposalToDoc } from "../proposals/proposal-record.ts";
import type { SpendProposal } from "../proposals/proposal.ts";

/** A proposal after a step, and what the step changes. */
export interface ProposalStep {
  readonly proposal: SpendProposal;
  readonly changes: Changes;
}

/** One expense of a spend. */
export interface SpendExpense {
  readonly amount: Micros;
  /** The executor's id of it; left out where the entry itself is the payment. */
  readonly reference?: string;
  /** 128 random bits for the entry. */
  readonly salt: string;
}

/**
 * Executes an approved spend from the ledger, if every hard limit holds at this moment; otherwise it
 * fails and no money moves. Whoever approved it changes nothing about that.
 */
export function executeSpend(
  books: Books,
  approved: SpendProposal,
  policy: SpendingPolicy,
  salt: string,
  now: number,
): ProposalStep {
  const { account } = books.tip;
  const violation = violationOf(approved.amount, account, limitsOf(account, policy));
  if (violation !== null) return failSpend(books, approved, violation.explanation);
  const expense = { amount: approved.amount, salt };
  const posted = postExpense(books.workspaceId, books.tip, approved, expense, policy, now);
  if (isTreasuryError(posted)) return failSpend(books, approved, posted.message);
  const proposal: SpendProposal = {
    ...approved,
    status: "executed",
    executedAt: now,
    reference: posted.record.id,
    captured: approved.amount,
  };
  return {
    proposal,
    changes: changesOn(books, {
      tip: posted.tip,
      entries: [posted.entry],
      put: [proposalToDoc(proposal)],
    }),
  };
}

/** Appends an expense of a spend, with the decision behind it. No limit is asked. */
export function postExpense(
  workspaceId: string,
  tip: Tip,
  spend: SpendProposal,
  { amount, salt, ...reference }: SpendExpense,
  policy: SpendingPolicy,
  now: number,
): Posted | TreasuryError {
  return post(
    workspaceId,
    tip,
    {
      type: "expense",
      amount: negate(amount),
      description: `${spend.vendor}: ${spend.purpose}`,
      proposalId: spend.id,
      ...reference,
      decision: {
        operator: spend.operator,
        operatorVerified: spend.operatorVerified,
        autoApproved: spend.autoApproved,
        decidedAt: spend.decidedAt ?? now,
        vendor: spend.vendor,
        amount: spend.amount,
        limits: limitsToRecord(limitsOf(tip.account, policy)),
      },
      salt,
    },
    now,
  );
}

/** Closes an approved proposal without moving money. */
export function failSpend(books: Books, approved: SpendProposal, failure: string): ProposalStep {
  const proposal: SpendProposal = {
    ...approved,
    status: "failed",
    failure,
    hold: null,
    attention: null,
  };
  return { proposal, changes: changesOn(books, { put: [proposalToDoc(proposal)] }) };
}

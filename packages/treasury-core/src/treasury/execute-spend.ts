import { isTreasuryError } from "../errors.ts";
import type { Books } from "../ledger/books.ts";
import { limitsToRecord } from "../ledger/budget.ts";
import { type Changes, changesOn } from "../ledger/command.ts";
import { post } from "../ledger/posting.ts";
import { type Micros, negate } from "../money/micros.ts";
import { proposalToDoc } from "./proposal-record.ts";
import type { SpendProposal } from "./proposal.ts";
import { violationOf } from "./spending-limits.ts";
import { type SpendingPolicy, limitsOf } from "./spending-policy.ts";

/** A proposal after a step, and what the step changes. */
export interface ProposalStep {
  readonly proposal: SpendProposal;
  readonly changes: Changes;
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
  return payFromLedger(books, approved, approved.amount, policy, salt, now);
}

/** Appends the expense and closes the proposal. */
export function payFromLedger(
  books: Books,
  approved: SpendProposal,
  amount: Micros,
  policy: SpendingPolicy,
  salt: string,
  now: number,
): ProposalStep {
  const posted = post(
    books.workspaceId,
    books.tip,
    {
      type: "expense",
      amount: negate(amount),
      description: `${approved.vendor}: ${approved.purpose}`,
      proposalId: approved.id,
      decision: {
        operator: approved.operator,
        operatorVerified: approved.operatorVerified,
        autoApproved: approved.autoApproved,
        decidedAt: approved.decidedAt ?? now,
        vendor: approved.vendor,
        amount: approved.amount,
        limits: limitsToRecord(limitsOf(books.tip.account, policy)),
      },
      salt,
    },
    now,
  );
  if (isTreasuryError(posted)) return failSpend(books, approved, posted.message);
  const proposal: SpendProposal = {
    ...approved,
    status: "executed",
    executedAt: now,
    reference: posted.record.id,
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

/** Closes an approved proposal without moving money. */
export function failSpend(books: Books, approved: SpendProposal, failure: string): ProposalStep {
  const proposal: SpendProposal = { ...approved, status: "failed", failure };
  return { proposal, changes: changesOn(books, { put: [proposalToDoc(proposal)] }) };
}

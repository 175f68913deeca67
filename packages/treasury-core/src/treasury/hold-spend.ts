import type { Books, Tip } from "../ledger/books.ts";
import { changesOn } from "../ledger/command.ts";
import { type Micros, add, subtract } from "../money/micros.ts";
import { type ProposalStep, failSpend, payFromLedger } from "./execute-spend.ts";
import { proposalToDoc } from "./proposal-record.ts";
import type { SpendProposal } from "./proposal.ts";
import { violationOf } from "./spending-limits.ts";
import { type SpendingPolicy, limitsOf } from "./spending-policy.ts";

/**
 * Sets an approved spend's amount aside before anybody outside is asked to pay it. A hold counts
 * against every limit until it is settled or released.
 */
export function holdSpend(
  books: Books,
  approved: SpendProposal,
  policy: SpendingPolicy,
  dueAt: number,
): ProposalStep {
  const { account } = books.tip;
  const violation = violationOf(approved.amount, account, limitsOf(account, policy));
  if (violation !== null) return failSpend(books, approved, violation.explanation);
  return {
    proposal: approved,
    changes: changesOn(books, {
      tip: holding(books.tip, add(account.held, approved.amount)),
      put: [proposalToDoc(approved, dueAt)],
    }),
  };
}

/** Turns a hold into the expense that was really captured, on the day of settling. */
export function settleSpend(
  books: Books,
  held: SpendProposal,
  captured: Micros,
  policy: SpendingPolicy,
  salt: string,
  now: number,
): ProposalStep {
  return payFromLedger(withoutHold(books, held), held, captured, policy, salt, now);
}

/** Gives a hold back: nobody paid. */
export function releaseSpend(books: Books, held: SpendProposal, failure: string): ProposalStep {
  return failSpend(withoutHold(books, held), held, failure);
}

function withoutHold(books: Books, held: SpendProposal): Books {
  const tip = holding(books.tip, subtract(books.tip.account.held, held.amount));
  return {
    workspaceId: books.workspaceId,
    tip,
    openDocs: (kind) => books.openDocs(kind),
    doc: (key) => books.doc(key),
    isClaimed: (key) => books.isClaimed(key),
  };
}

function holding(tip: Tip, held: Micros): Tip {
  return { ...tip, account: { ...tip.account, held } };
}

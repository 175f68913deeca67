import { TreasuryError, Micros, type PaymentMode } from "@agent-treasury/provider";
import type { Account } from "../../ledger/account.ts";
import type { Books, Tip } from "../../ledger/books.ts";
import { changesOn } from "../../ledger/command.ts";
import { describePayment } from "../../ledger/payment-identity.ts";
import { limitsOf, type SpendingPolicy, violationOf } from "../policy/spending-policy.ts";
import { executeSpend, failSpend, type ProposalStep } from "../proposals/execute-spend.ts";
import { proposalToDoc, statusOf } from "../proposals/proposal-record.ts";
import { type SpendProposal, maximumHeld, proposalKind } from "../proposals/proposal.ts";

export interface HoldTerms {
  readonly executor: string;
  readonly mode: PaymentMode;
  /** 128 random bits. The holder of the committed lease pays. */
  readonly lease: string;
  /** Protection from takeovers. */
  readonly leaseMs: number;
}

export function carryOut(
  books: Books,
  approved: SpendProposal,
  policy: SpendingPolicy,
  terms: HoldTerms | undefined,
  salt: string,
  now: number,
): ProposalStep {
  return terms === undefined
    ? executeSpend(books, approved, policy, salt, now)
    : holdSpend(books, approved, policy, terms, now);
}

/**
 * Precedes the call to the payment executor. A hold counts against every limit until it is settled
 * or released.
 */
export function holdSpend(
  books: Books,
  approved: SpendProposal,
  policy: SpendingPolicy,
  { executor, mode, lease, leaseMs }: HoldTerms,
  now: number,
): ProposalStep {
  const { account } = books.tip;
  const violation = violationOf(approved.amount, account, limitsOf(account, policy));
  if (violation !== null) return failSpend(books, approved, violation.explanation);
  const taken = { lease, dueAt: now + leaseMs, calling: true, recoveries: 0 };
  const hold = { executor, mode, heldAt: now, ...taken };
  const proposal: SpendProposal = { ...approved, hold };
  return {
    proposal,
    changes: changesOn(books, {
      tip: holding(books.tip, Micros.add(account.held, approved.amount)),
      put: [proposalToDoc(proposal)],
    }),
  };
}

export function releaseHold(books: Books, held: SpendProposal, failure: string): ProposalStep {
  const { proposal, changes } = failSpend(books, held, failure);
  return { proposal, changes: { ...changes, tip: withoutHold(books.tip, held) } };
}

export function withoutHold(tip: Tip, held: SpendProposal): Tip {
  return holding(tip, Micros.subtract(tip.account.held, held.amount));
}

export function holdRefusal(books: Books, terms: HoldTerms | undefined): TreasuryError | null {
  if (terms === undefined) return null;
  const clash = modeClash(books.tip.account, terms);
  if (clash !== null) return clash;
  if (hasRoom(books, terms)) return null;
  return new TreasuryError(
    "too_many_held",
    `${maximumHeld} payments are already in flight in workspace ${books.workspaceId}.`,
  );
}

export function hasRoom(books: Books, terms: HoldTerms | undefined): boolean {
  if (terms === undefined) return true;
  let held = 0;
  for (const doc of books.openDocs(proposalKind)) {
    if (statusOf(doc) === "approved") held += 1;
  }
  return held < maximumHeld;
}

/** Keeps test and live money apart. */
export function modeClash(
  { payment }: Account,
  { executor, mode }: HoldTerms,
): TreasuryError | null {
  if (payment === null || (payment.mode === "live") === (mode === "live")) return null;
  return new TreasuryError(
    "payment_mode_changed",
    `The workspace was funded through ${describePayment(payment)}, but spends are paid by ${describePayment({ provider: executor, mode })}.`,
  );
}

function holding(tip: Tip, held: Micros): Tip {
  return { ...tip, account: { ...tip.account, held } };
}

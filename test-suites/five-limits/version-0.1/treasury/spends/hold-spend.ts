import { TreasuryError } from "../../errors.ts";
import type { Account } from "../../ledger/account.ts";
import type { Books, Tip } from "../../ledger/books.ts";
import { changesOn } from "../../ledger/command.ts";
import { describePayment } from "../../ledger/payment-identity.ts";
import { type Micros, add, subtract } from "../../money/micros.ts";
import type { PaymentMode } from "../../ports/payment-processor.ts";
import { violationOf } from "../policy/spending-limits.ts";
import { type SpendingPolicy, limitsOf } from "../policy/spending-policy.ts";
import { proposalToDoc, statusOf } from "../proposals/proposal-record.ts";
import { type SpendProposal, maximumHeld, proposalKind } from "../proposals/proposal.ts";
import { type ProposalStep, executeSpend, failSpend } from "./execute-spend.ts";

/** How an approved spend is paid outside: what the commit that approves it has to say. */
export interface HoldTerms {
  readonly executor: string;
  readonly mode: PaymentMode;
  /** 128 random bits: who finds them in the proposal afterwards is the one who pays. */
  readonly lease: string;
  /** For how long nobody else takes the payment over. */
  readonly leaseMs: number;
}

/** Carries an approved spend out: holds its amount where somebody outside pays, else executes it. */
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
 * Sets an approved spend's amount aside before anybody outside is asked to pay it. A hold counts
 * against every limit until it is settled or released.
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
      tip: holding(books.tip, add(account.held, approved.amount)),
      put: [proposalToDoc(proposal)],
    }),
  };
}

/** Gives a hold back: nobody paid. */
export function releaseHold(books: Books, held: SpendProposal, failure: string): ProposalStep {
  const { proposal, changes } = failSpend(books, held, failure);
  return { proposal, changes: { ...changes, tip: withoutHold(books.tip, held) } };
}

/** Where the ledger stands once nothing is held for a proposal any more. */
export function withoutHold(tip: Tip, held: SpendProposal): Tip {
  return holding(tip, subtract(tip.account.held, held.amount));
}

/** Why nothing more can be held in an account, null when it can. */
export function holdRefusal(books: Books, terms: HoldTerms | undefined): TreasuryError | null {
  if (terms === undefined) return null;
  const clash = modeClash(books.tip.account, terms);
  if (clash !== null) return clash;
  if (hasRoom(books, terms)) return null;
  return new TreasuryError(
    "too_many_held",
    `${maximumHeld} payments are under way in workspace ${books.workspaceId} already.`,
  );
}

/** Whether one more spend may be under way. */
export function hasRoom(books: Books, terms: HoldTerms | undefined): boolean {
  if (terms === undefined) return true;
  let held = 0;
  for (const doc of books.openDocs(proposalKind)) {
    if (statusOf(doc) === "approved") held += 1;
  }
  return held < maximumHeld;
}

/** Play money buys nothing real, and real money is not spent on play. */
export function modeClash(
  { payment }: Account,
  { executor, mode }: HoldTerms,
): TreasuryError | null {
  if (payment === null || (payment.mode === "live") === (mode === "live")) return null;
  return new TreasuryError(
    "payment_mode_changed",
    `The workspace was funded through ${describePayment(payment)}, and spends are paid by ${describePayment({ provider: executor, mode })}.`,
  );
}

function holding(tip: Tip, held: Micros): Tip {
  return { ...tip, account: { ...tip.account, held } };
}

import { TreasuryError, Micros, type PaymentMode } from "@agent-treasury/provider";
import type { Account } from "../../ledger/account.ts";
import { changesOn } from "../../ledger/command.ts";
import type { LedgerState, LedgerHead } from "../../ledger/ledger-state.ts";
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
  ledger: LedgerState,
  approved: SpendProposal,
  policy: SpendingPolicy,
  terms: HoldTerms | undefined,
  salt: string,
  now: number,
): ProposalStep {
  return terms === undefined
    ? executeSpend(ledger, approved, policy, salt, now)
    : holdSpend(ledger, approved, policy, terms, now);
}

/**
 * Precedes the call to the payment executor. A hold counts against every limit until it is settled
 * or released.
 */
export function holdSpend(
  ledger: LedgerState,
  approved: SpendProposal,
  policy: SpendingPolicy,
  { executor, mode, lease, leaseMs }: HoldTerms,
  now: number,
): ProposalStep {
  const { account } = ledger.head;
  const violation = violationOf(approved.amount, account, limitsOf(account, policy));
  if (violation !== null) return failSpend(ledger, approved, violation.explanation);
  const taken = { lease, dueAt: now + leaseMs, calling: true, recoveries: 0 };
  const hold = { executor, mode, heldAt: now, ...taken };
  const proposal: SpendProposal = { ...approved, hold };
  return {
    proposal,
    changes: changesOn(ledger, {
      head: holding(ledger.head, Micros.add(account.held, approved.amount)),
      put: [proposalToDoc(proposal)],
    }),
  };
}

export function releaseHold(
  ledger: LedgerState,
  held: SpendProposal,
  failure: string,
): ProposalStep {
  const { proposal, changes } = failSpend(ledger, held, failure);
  return { proposal, changes: { ...changes, head: withoutHold(ledger.head, held) } };
}

export function withoutHold(head: LedgerHead, held: SpendProposal): LedgerHead {
  return holding(head, Micros.subtract(head.account.held, held.amount));
}

export function holdRefusal(
  ledger: LedgerState,
  terms: HoldTerms | undefined,
): TreasuryError | null {
  if (terms === undefined) return null;
  const clash = modeClash(ledger.head.account, terms);
  if (clash !== null) return clash;
  if (hasRoom(ledger, terms)) return null;
  return new TreasuryError(
    "too_many_held",
    `${maximumHeld} payments are already in flight in workspace ${ledger.workspaceId}.`,
  );
}

export function hasRoom(ledger: LedgerState, terms: HoldTerms | undefined): boolean {
  if (terms === undefined) return true;
  let held = 0;
  for (const doc of ledger.openDocs(proposalKind)) {
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

function holding(head: LedgerHead, held: Micros): LedgerHead {
  return { ...head, account: { ...head.account, held } };
}

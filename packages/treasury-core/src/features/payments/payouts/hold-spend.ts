import { TreasuryError, Micros } from "@agent-treasury/provider";
import { openProposalDocs, withEvidence } from "../../../kernel/approvals/approval-evidence.ts";
import type { HoldTerms } from "../../../kernel/judgement/hold-terms.ts";
import type { Judgement } from "../../../kernel/judgement/judgement.ts";
import type { Payout, PayoutTerms, ProposalStep } from "../../../kernel/judgement/payout.ts";
import type { SpendContext } from "../../../kernel/judgement/spend-context.ts";
import { countUsage, releaseUsage } from "../../../kernel/judgement/spend-usage.ts";
import type { SpendingPolicy } from "../../../kernel/judgement/spending-policy.ts";
import type { Account } from "../../../kernel/ledger/account.ts";
import { changesOn } from "../../../kernel/ledger/command.ts";
import type { LedgerState, LedgerHead } from "../../../kernel/ledger/ledger-state.ts";
import { describePayment } from "../../../kernel/ledger/payment-identity.ts";
import { failSpend, refuseSpend, rulingAt } from "../../../kernel/proposals/execute-spend.ts";
import type { ProposalFacts } from "../../../kernel/proposals/proposal-facts.ts";
import { payoutIdIn, proposalToDoc, statusOf } from "../../../kernel/proposals/proposal-record.ts";
import {
  amountHeld,
  amountToPay,
  type SpendHold,
  type SpendProposal,
  proposalKind,
} from "../../../kernel/proposals/proposal.ts";
import { openReview } from "../reviews/open-review.ts";
import { partsOf } from "./spend-parts.ts";

/** External payments in flight of a workspace. */
const maximumHeld = 100;

/**
 * An external executor pays after the commit. A hold counts against every limit until it is settled or
 * released.
 */
export const holdPayout: Payout = {
  id: "hold",
  ends: (_spend, hold) => hold !== undefined,
  refusal: ({ head }, hold) => (hold === undefined ? null : modeClash(head.account, hold)),
  obstacle: withoutRoom,
  begin: holdSpend,
};

function holdSpend(
  context: SpendContext,
  approved: SpendProposal,
  judgement: Judgement,
  { hold: terms }: PayoutTerms,
): ProposalStep {
  if (terms === undefined) throw new Error("A hold needs the executor's terms.");
  return beginHold(context, approved, judgement, holdUnder(terms, context.now));
}

export function holdUnder(
  { executor, mode, lease, leaseMs, prepares }: HoldTerms,
  now: number,
): SpendHold {
  const taken = { lease, dueAt: now + leaseMs, calling: true, recoveries: 0 };
  const prepared = prepares === true && { isPrepared: false };
  return { executor, mode, heldAt: now, ...taken, ...prepared };
}

/** Holds the amount of an approved spend, or fails it. */
export function beginHold(
  context: SpendContext,
  approved: SpendProposal,
  judgement: Judgement,
  hold: SpendHold,
): ProposalStep {
  const { ledger } = context;
  const failure = judgement.failure();
  if (failure !== null) return refuseSpend(ledger, approved, failure);
  const charges = judgement.charges();
  const ruling = rulingAt(approved, judgement, charges);
  const facts = { ...approved.facts, held: true } as const;
  const proposal: SpendProposal = { ...approved, hold, ruling, facts };
  const head = holding(ledger.head, Micros.add(ledger.head.account.held, amountToPay(approved)));
  const usage = countUsage(context, head, charges, proposal);
  const put = [...openProposalDocs(proposal), ...usage.put];
  return { proposal, changes: changesOn(ledger, { head: usage.head, put }) };
}

/**
 * Releases what is held. The spend fails unless a part was captured. Requires `requestUsage` and
 * `reviewReads`.
 *
 * @param failure null if it ends well without a payment.
 */
export function releaseHold(
  context: SpendContext<SpendingPolicy>,
  held: SpendProposal,
  failure: string | null,
): ProposalStep {
  const parts = partsOf(context, held);
  if (parts !== null) return parts.released(context, held, failure);
  const { ledger, now } = context;
  const complete = withEvidence(ledger, held);
  const isUnpaid = held.captured === Micros.zero;
  const facts = isUnpaid ? releasedFacts(complete, ledger, now) : complete.facts;
  const ended = { ...complete, facts };
  const { proposal, changes } =
    isUnpaid && failure !== null
      ? failSpend(ledger, ended, failure)
      : executeCaptured(ledger, ended, now);
  const head = lowerHeld(ledger.head, amountHeld(held));
  const usage = releaseUsage(context, head, held);
  const outcome = proposal.status === "executed" ? "executed" : "declined";
  const review = openReview(context, held, outcome, []);
  const put = [...changes.put, ...usage.put, ...review];
  return { proposal, changes: { ...changes, head: usage.head, put } };
}

function releasedFacts(
  { facts }: SpendProposal,
  { order }: LedgerState,
  now: number,
): ProposalFacts {
  return { ...facts, released: [...order, now] };
}

/** Nothing more is captured of it. */
function executeCaptured(ledger: LedgerState, paid: SpendProposal, now: number): ProposalStep {
  const proposal: SpendProposal = {
    ...paid,
    status: "executed",
    executedAt: now,
    hold: null,
    attention: null,
  };
  return { proposal, changes: changesOn(ledger, { put: [proposalToDoc(proposal)] }) };
}

export function lowerHeld(head: LedgerHead, ended: Micros): LedgerHead {
  return holding(head, Micros.subtract(head.account.held, ended));
}

function withoutRoom(ledger: LedgerState): TreasuryError | null {
  let held = 0;
  for (const doc of ledger.openDocs(proposalKind)) {
    if (statusOf(doc) === "approved" && payoutIdIn(doc) === null) held += 1;
  }
  if (held < maximumHeld) return null;
  return new TreasuryError(
    "too_many_held",
    `${maximumHeld} payments are already in flight in workspace ${ledger.workspaceId}.`,
  );
}

/** Keeps test and live money apart. */
function modeClash({ payment }: Account, { executor, mode }: HoldTerms): TreasuryError | null {
  if (payment === null || (payment.mode === "live") === (mode === "live")) return null;
  return new TreasuryError(
    "payment_mode_changed",
    `The workspace was funded through ${describePayment(payment)}, but spends are paid by ${describePayment({ provider: executor, mode })}.`,
  );
}

function holding(head: LedgerHead, held: Micros): LedgerHead {
  return { ...head, account: { ...head.account, held } };
}

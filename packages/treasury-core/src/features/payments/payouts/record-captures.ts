import {
  type Entry,
  isTreasuryError,
  type Key,
  Micros,
  type SpendCapture,
  type TreasuryError,
} from "@agent-treasury/provider";
import { withEvidence } from "../../../kernel/approvals/approval-evidence.ts";
import { invalidRequest } from "../../../kernel/errors.ts";
import type { ProposalStep } from "../../../kernel/judgement/payout.ts";
import type { SpendContext } from "../../../kernel/judgement/spend-context.ts";
import { requestUsage, settleUsage } from "../../../kernel/judgement/spend-usage.ts";
import type { SpendingPolicy } from "../../../kernel/judgement/spending-policy.ts";
import {
  changesOn,
  type Command,
  type Outcome,
  unchanged,
} from "../../../kernel/ledger/command.ts";
import { sha256Hex } from "../../../kernel/ledger/hash.ts";
import type { LedgerState, LedgerHead } from "../../../kernel/ledger/ledger-state.ts";
import { payeeOf, postExpense } from "../../../kernel/proposals/execute-spend.ts";
import type { CaptureFact, ProposalFacts } from "../../../kernel/proposals/proposal-facts.ts";
import { proposalToDoc } from "../../../kernel/proposals/proposal-record.ts";
import {
  amountHeld,
  amountPaid,
  amountToPay,
  proposalKey,
  type SpendProposal,
} from "../../../kernel/proposals/proposal.ts";
import { openReview, reviewReads } from "../reviews/open-review.ts";
import type { ReviewedCapture } from "../reviews/review-doc.ts";
import { settledSpend } from "./held-spend.ts";
import { lowerHeld, releaseHold } from "./hold-spend.ts";
import { type CapturedPayment, partsOf } from "./spend-parts.ts";

/** Further captures are added to the last one. */
const maximumCaptures = 8;

/** Records a capture once across epochs. */
export function captureKey(captureId: string): Key {
  return { kind: "capture", id: captureId };
}

/**
 * Requires `requestUsage` and `reviewReads`. Limits do not apply, because the money is already spent.
 * An amount above the approved one, or beyond the range of the ledger, needs review.
 *
 * @param paidBy the part of the spend that entries name.
 */
export function recordCaptures(
  context: SpendContext<SpendingPolicy>,
  spend: SpendProposal,
  payment: CapturedPayment,
  paidBy: SpendProposal = spend,
): ProposalStep {
  const parts = partsOf(context, spend);
  if (parts !== null) return parts.captured(context, spend, payment);
  const { ledger, now } = context;
  const { captures, reference, failure, isOpen = false, salt, itemisation } = payment;
  const complete = withEvidence(ledger, spend);
  const { approvals } = complete.ruling;
  let { captureEntry } = spend;
  const entries: Entry[] = [];
  const recorded: ReviewedCapture[] = [];
  const captured = captures.reduce((sum, { amount }) => Micros.add(sum, amount), spend.captured);
  const ended = spend.hold === null ? null : endedBy(spend, captured, isOpen);
  const staysHeld = ended !== null && ended < amountHeld(spend);
  let head: LedgerHead = ended === null ? ledger.head : lowerHeld(ledger.head, ended);
  for (const { id, amount } of captures) {
    const expense = {
      amount,
      approvals,
      reference: id,
      salt: saltOf(salt, id),
      ...(itemisation !== undefined && { itemisation }),
    };
    const posted = postExpense(context, head, paidBy, expense);
    if (isTreasuryError(posted)) return flagged(ledger, spend, posted, captures);
    entries.push(posted.entry);
    recorded.push({ id, amount, entryId: posted.record.id, epoch: head.epoch });
    captureEntry = posted.record.id;
    head = posted.head;
  }
  const added = Micros.subtract(captured, spend.captured);
  // While it is open, its approvals stay beside it.
  const base = staysHeld ? spend : complete;
  const paid: SpendProposal = {
    ...base,
    facts: withCapture(base.facts, ledger, { amount: added, failure }, now),
    status: staysHeld ? "approved" : "executed",
    executedAt: staysHeld ? null : (spend.executedAt ?? now),
    reference,
    captured,
    captureEntry,
    hold: staysHeld ? spend.hold : null,
    failure: null,
  };
  const proposal: SpendProposal = { ...paid, attention: attentionTo(spend, paid, failure) };
  const settlement = {
    captured: added,
    isFirst: spend.captured === Micros.zero,
  };
  const usage = settleUsage(context, head, spend, ended, settlement);
  const put = [
    proposalToDoc(proposal),
    ...usage.put,
    ...payeeOf(ledger, proposal, now),
    ...openReview(context, spend, "executed", recorded),
  ];
  const claim = captures.map(({ id }) => ({ key: captureKey(id), expiresAt: null }));
  const changes = changesOn(ledger, { head: usage.head, entries, put, claim });
  return { proposal, changes };
}

interface Captured {
  readonly amount: Micros;
  /** Why the payee received nothing, if only costs were captured. */
  readonly failure: string | undefined;
}

export function withCapture(
  facts: ProposalFacts,
  { order, head }: LedgerState,
  { amount, failure }: Captured,
  now: number,
): ProposalFacts {
  const captures = facts.captures ?? [];
  const last = captures.length === maximumCaptures ? captures.at(-1) : undefined;
  const sum = last === undefined ? amount : Micros.add(Micros.of(last[3]), amount);
  const added: CaptureFact = [...order, now, Micros.toText(sum), head.epoch];
  return {
    ...facts,
    ...(failure !== undefined && { costs: true }),
    captures: [...(last === undefined ? captures : captures.slice(0, -1)), added],
  };
}

/** The part of the hold that captures end. */
export function endedBy(spend: SpendProposal, captured: Micros, isOpen: boolean): Micros {
  const held = amountHeld(spend);
  return isOpen ? Micros.subtract(held, amountHeld({ ...spend, captured })) : held;
}

/** Null unless more was returned than was paid. */
export function refundNote(spend: SpendProposal): string | null {
  const excess = Micros.subtract(spend.refunded, amountPaid(spend));
  if (excess <= 0n) return null;
  return `${Micros.formatUsd(spend.refunded)} was refunded, ${Micros.formatUsd(excess)} more than was captured.`;
}

/** @param failure why the payee received nothing, if only costs were captured. */
export function attentionTo(
  before: SpendProposal,
  paid: SpendProposal,
  failure?: string,
): string | null {
  const notes: string[] = [];
  if (failure !== undefined)
    notes.push(`Only costs were paid, and the payee received nothing: ${failure}`);
  if (before.status === "failed") {
    notes.push(`It was paid although it had been released (${before.failure ?? "no reason"}).`);
  }
  const total = amountPaid(paid);
  const excess = Micros.subtract(total, amountToPay(paid));
  if (excess > 0n) {
    notes.push(
      `${Micros.formatUsd(total)} was captured, ${Micros.formatUsd(excess)} more than was approved.`,
    );
  }
  const excessRefund = refundNote(paid);
  if (excessRefund !== null) notes.push(excessRefund);
  return notes.length === 0
    ? before.status === "executed"
      ? before.attention
      : null
    : notes.join(" ");
}

function flagged(
  ledger: LedgerState,
  spend: SpendProposal,
  error: TreasuryError,
  captures: readonly SpendCapture[],
): ProposalStep {
  const amounts = captures.map(({ amount }) => Micros.formatUsd(amount)).join(", ");
  const attention = `${amounts} were captured, but are not in the ledger: ${error.message}`;
  const proposal: SpendProposal = { ...spend, attention };
  return { proposal, changes: changesOn(ledger, { put: [proposalToDoc(proposal)] }) };
}

/** Separate salts let texts be erased separately. */
export function saltOf(salt: string, captureId: string): string {
  return sha256Hex(JSON.stringify([salt, captureId])).slice(0, 32);
}

export interface SpendPayment extends CapturedPayment {
  readonly proposalId: string;
}

/**
 * Records each capture once, from any source. The first settles the hold, unless more may follow.
 * Payments of a released spend or of an earlier epoch are recorded in the current ledger.
 */
export function captureSpend(
  payment: SpendPayment,
  policy: SpendingPolicy,
): Command<SpendProposal> {
  return {
    name: "capture_spend",
    reads: [
      proposalKey(payment.proposalId),
      ...payment.captures.map(({ id }) => captureKey(id)),
      ...reviewReads(policy, payment.proposalId),
    ],
    reduce: (ledger, now) => capture({ ledger, policy, now }, payment),
  };
}

function capture(
  context: SpendContext<SpendingPolicy>,
  { proposalId, ...payment }: SpendPayment,
): Outcome<SpendProposal> {
  const { ledger } = context;
  const spend = settledSpend(ledger, proposalId);
  requestUsage(context, spend);
  const captures = payment.captures.filter(({ id }) => !ledger.isClaimed(captureKey(id)));
  if (captures.length === 0) return closeCaptured(context, spend, payment);
  if (spend.status === "pending" || spend.status === "denied") {
    throw invalidRequest(
      `The proposal ${JSON.stringify(proposalId)} is ${spend.status}, so its payment was never requested.`,
    );
  }
  const step = recordCaptures(context, spend, { ...payment, captures });
  return { kind: "changed", answer: step.proposal, changes: step.changes };
}

/** The last report about a payment that was captured in part may contain no other captures. */
function closeCaptured(
  context: SpendContext<SpendingPolicy>,
  spend: SpendProposal,
  { isOpen = false }: CapturedPayment,
): Outcome<SpendProposal> {
  if (isOpen || spend.hold === null || spend.captured === Micros.zero) return unchanged(spend);
  const { proposal, changes } = releaseHold(context, spend, "");
  return { kind: "changed", answer: proposal, changes };
}

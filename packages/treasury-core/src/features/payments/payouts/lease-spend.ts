import type { SpendContext } from "../../../kernel/judgement/spend-context.ts";
import type { SpendingPolicy } from "../../../kernel/judgement/spending-policy.ts";
import { stopOf } from "../../../kernel/judgement/stopped-spend.ts";
import {
  type Command,
  type Outcome,
  changed,
  changesOn,
  unchanged,
} from "../../../kernel/ledger/command.ts";
import { isLeaseOver, longestLeaseMs } from "../../../kernel/ledger/lease-over.ts";
import {
  findProposal,
  proposalOf,
  proposalToDoc,
} from "../../../kernel/proposals/proposal-record.ts";
import {
  type SpendHold,
  type SpendProposal,
  proposalKey,
} from "../../../kernel/proposals/proposal.ts";
import { quoteKey, quoteOf } from "../../../kernel/quotes/quote-doc.ts";
import type { PaymentDocs } from "./held-spend.ts";
import { payloadFrom, payloadKey } from "./payload-doc.ts";
import { attended } from "./spend-parts.ts";

export interface TakenSpend {
  readonly spend: SpendProposal & { readonly hold: SpendHold };
  readonly docs: PaymentDocs;
  /** Storage time. */
  readonly takenAt: number;
  /** False for a frozen spend, whose outcome may only be looked up. */
  readonly mayPay: boolean;
}

export interface SpendLease {
  readonly proposalId: string;
  readonly lease: string;
  readonly leaseMs: number;
}

/** Returns null if the payment is finished or another process was first. */
export function takeOverSpend(
  { proposalId, lease, leaseMs }: SpendLease,
  policy: SpendingPolicy,
): Command<TakenSpend | null> {
  return {
    name: "take_over_spend",
    reads: [proposalKey(proposalId), payloadKey(proposalId), quoteKey(proposalId)],
    reduce: (ledger, now) => {
      const spend = proposalOf(ledger, proposalId);
      const { hold } = spend;
      if (hold === null || !isLeaseOver(hold.dueAt, now, longestLeaseMs)) {
        return unchanged(null);
      }
      const docs: PaymentDocs = {
        quote: quoteOf(spend, ledger.doc(quoteKey(proposalId))),
        payload: payloadFrom(ledger.doc(payloadKey(proposalId))),
      };
      const mayPay = stopOf(ledger, spend, policy) === null;
      const taken: SpendHold = {
        ...hold,
        lease,
        dueAt: now + leaseMs,
        calling: true,
        // A frozen payment is looked up at a constant interval.
        recoveries: mayPay ? hold.recoveries + 1 : hold.recoveries,
      };
      const next = { ...spend, hold: taken };
      const answer = { spend: next, docs, takenAt: now, mayPay };
      return changed(ledger, answer, { put: [proposalToDoc(next)] });
    },
  };
}

/** Whether the holder of a lease may present its payment again. */
export function maySpendAgain(
  { proposalId, lease }: Pick<SpendLease, "proposalId" | "lease">,
  policy: SpendingPolicy,
): Command<boolean> {
  return {
    name: "check_spend_lease",
    reads: [proposalKey(proposalId)],
    reduce: (ledger, now) => {
      const spend = findProposal(ledger, proposalId);
      const isOwn = spend?.hold?.lease === lease;
      if (!isOwn || isLeaseOver(spend.hold.dueAt, now, longestLeaseMs)) {
        return unchanged(false);
      }
      return unchanged(stopOf(ledger, spend, policy) === null);
    },
  };
}

export interface SpendPostponement {
  readonly proposalId: string;
  /** Applies only while this lease is current. */
  readonly lease: string;
  readonly delayMs: number;
  /** Null leaves the stored payment id unchanged. */
  readonly reference: string | null;
  readonly attention: string | null;
}

/** Schedules another attempt. The amount stays held. */
export function postponeSpend(
  postponement: SpendPostponement,
  policy: SpendingPolicy,
): Command<SpendProposal> {
  return {
    name: "postpone_spend",
    reads: [proposalKey(postponement.proposalId)],
    reduce: (ledger, now) => postpone({ ledger, policy, now }, postponement),
  };
}

function postpone(
  context: SpendContext<SpendingPolicy>,
  { proposalId, lease, delayMs, reference, attention }: SpendPostponement,
): Outcome<SpendProposal> {
  const { ledger, now } = context;
  const spend = proposalOf(ledger, proposalId);
  if (spend.hold?.lease !== lease) return unchanged(spend);
  const hold: SpendHold = { ...spend.hold, dueAt: now + delayMs, calling: false };
  const next = { ...spend, hold, attention, reference: reference ?? spend.reference };
  const changes = attended(context, next, changesOn(ledger, { put: [proposalToDoc(next)] }));
  return { kind: "changed", answer: next, changes };
}

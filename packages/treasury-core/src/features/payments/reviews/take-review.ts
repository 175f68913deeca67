import type { SpendingPolicy } from "../../../kernel/judgement/spending-policy.ts";
import { type Command, changed, changesOn, unchanged } from "../../../kernel/ledger/command.ts";
import { findProposal, proposalToDoc } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKey } from "../../../kernel/proposals/proposal.ts";
import { quoteKey, quoteOf } from "../../../kernel/quotes/quote-doc.ts";
import type { HeldSpend, PaymentDocs } from "../payouts/held-spend.ts";
import { payloadFrom, payloadKey } from "../payouts/payload-doc.ts";
import { attended } from "../payouts/spend-parts.ts";
import {
  closedReview,
  type PaymentReview,
  reviewIn,
  reviewKey,
  reviewToDoc,
} from "./review-doc.ts";

/** Then a person has to look at it. */
const longestMs = 30 * 86_400_000;
const longestDelayMs = 3_600_000;
const soonestMs = 10_000;

export interface TakenReview {
  readonly review: PaymentReview;
  /** As it was held, for the order. */
  readonly spend: HeldSpend;
  readonly docs: PaymentDocs;
}

/**
 * Postpones a due review, so that one process looks at the payment. Returns null if another process
 * was first, or nothing is to be looked at.
 */
export function takeReview(
  proposalId: string,
  leaseMs: number,
  policy: SpendingPolicy,
): Command<TakenReview | null> {
  return {
    name: "take_payment_review",
    reads: [proposalKey, payloadKey, quoteKey, reviewKey].map((keyOf) => keyOf(proposalId)),
    reduce: (ledger, now) => {
      const review = reviewIn(ledger, proposalId);
      const spend = findProposal(ledger, proposalId);
      if (spend === null || review === null || review.dueAt > now) return unchanged(null);
      const quote = quoteOf(spend, ledger.doc(quoteKey(proposalId)));
      const isErased = spend.quote !== null && quote === null;
      if (isErased || now - review.since > longestMs) {
        const doc = ledger.doc(reviewKey(proposalId));
        const attention = "Its payment could not be confirmed. Check with the payee.";
        const next = isErased ? spend : { ...spend, attention };
        const put = [
          ...(doc === undefined ? [] : [closedReview(doc, now)]),
          ...(isErased ? [] : [proposalToDoc(next)]),
        ];
        const changes = attended({ ledger, policy, now }, next, changesOn(ledger, { put }));
        return { kind: "changed", answer: null, changes };
      }
      const { executor, mode, heldAt, attempts } = review;
      const delayMs = Math.min(leaseMs * 2 ** attempts, Math.max(leaseMs, longestDelayMs));
      const taken = { ...review, dueAt: now + delayMs, attempts: attempts + 1 };
      const hold = { executor, mode, heldAt, lease: "", dueAt: 0, calling: false, recoveries: 0 };
      const docs = { quote, payload: payloadFrom(ledger.doc(payloadKey(proposalId))) };
      const answer = { review: taken, spend: { ...spend, hold }, docs };
      return changed(ledger, answer, { put: [reviewToDoc(taken)] });
    },
  };
}

/** Schedules another look. */
export function postponeReview(proposalId: string, afterMs: number): Command<null> {
  const delayMs = Math.min(Math.max(soonestMs, afterMs || 0), longestMs);
  return {
    name: "postpone_payment_review",
    reads: [reviewKey(proposalId)],
    reduce: (ledger, now) => {
      const review = reviewIn(ledger, proposalId);
      if (review === null) return unchanged(null);
      const put = [reviewToDoc({ ...review, dueAt: now + delayMs, attempts: 0 })];
      return changed(ledger, null, { put });
    },
  };
}

export function closeReview(proposalId: string): Command<null> {
  return {
    name: "close_payment_review",
    reads: [reviewKey(proposalId)],
    reduce: (ledger, now) => {
      const doc = ledger.doc(reviewKey(proposalId));
      if (doc === undefined || doc.dueAt === null) return unchanged(null);
      return changed(ledger, null, { put: [closedReview(doc, now)] });
    },
  };
}

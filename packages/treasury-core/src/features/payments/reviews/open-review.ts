import type { Doc, Key, ReviewedOutcome } from "@agent-treasury/provider";
import type { SpendContext } from "../../../kernel/judgement/spend-context.ts";
import type { SpendingPolicy } from "../../../kernel/judgement/spending-policy.ts";
import type { SpendProposal } from "../../../kernel/proposals/proposal.ts";
import {
  type ReviewedCapture,
  reviewIn,
  reviewKey,
  reviewTimesTerm,
  reviewToDoc,
} from "./review-doc.ts";

/** What `openReview` reads. Nothing without executors that look at payments again. */
export function reviewReads(policy: SpendingPolicy, proposalId: string): readonly Key[] {
  return reviewTimesTerm.of(policy).size === 0 ? [] : [reviewKey(proposalId)];
}

/**
 * Schedules another look at a payment whose outcome is recorded by the same commit.
 *
 * @param before The spend before its outcome.
 */
export function openReview(
  { ledger, policy, now }: SpendContext,
  before: SpendProposal,
  outcome: ReviewedOutcome,
  captures: readonly ReviewedCapture[],
): readonly Doc[] {
  const known = reviewIn(ledger, before.id);
  // A late capture has no hold.
  const payment = before.hold ?? known;
  const times = payment && reviewTimesTerm.of(policy).get(payment.executor);
  if (payment == null || times == null) return [];
  const { executor, mode, heldAt } = payment;
  return [
    reviewToDoc({
      proposalId: before.id,
      epoch: ledger.head.epoch,
      executor,
      mode,
      heldAt,
      outcome,
      captures: [...(known?.captures ?? []), ...captures],
      since: now,
      dueAt: now + times[outcome],
      attempts: 0,
    }),
  ];
}

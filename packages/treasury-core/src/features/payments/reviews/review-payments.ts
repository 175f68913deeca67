import type { Review } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import { askWithin } from "../../../kernel/ask-within.ts";
import { dueDocs } from "../../../kernel/ledger/due-docs.ts";
import { isSamePayment } from "../../../kernel/ledger/payment-identity.ts";
import { orderOf } from "../payouts/held-spend.ts";
import { captureSpend } from "../payouts/record-captures.ts";
import { leaseMsOf, modeOf, type PayingDeps, type SpendingDeps } from "../payouts/spending-deps.ts";
import { readReview } from "./read-review.ts";
import { reverseCaptures } from "./reverse-captures.ts";
import { type PaymentReview, reviewKind, reviewTimesTerm } from "./review-doc.ts";
import { closeReview, postponeReview, takeReview, type TakenReview } from "./take-review.ts";

const shortestLeaseMs = 60_000;

/**
 * Looks at due payments again until the signal aborts. Several processes may do so concurrently.
 * Returns the number of attempts with reported errors.
 */
export async function reviewPayments(parts: SpendingDeps, signal: AbortSignal): Promise<number> {
  let failed = 0;
  if (reviewTimesTerm.of(parts.policy).size === 0) return failed;
  for await (const { workspaceId, doc } of dueDocs(parts, [reviewKind], signal)) {
    const { executor } = fromStored<PaymentReview>(doc.body);
    const connected = parts.executors.find((one) => one.executor.provider === executor);
    // Another process may have the executor.
    if (connected?.executor.review === undefined) continue;
    try {
      await reviewPayment({ ...parts, ...connected }, workspaceId, doc.id);
    } catch (error) {
      failed += 1;
      parts.report(error);
    }
  }
  return failed;
}

async function reviewPayment(
  parts: PayingDeps,
  workspaceId: string,
  proposalId: string,
): Promise<void> {
  const leaseMs = Math.max(shortestLeaseMs, leaseMsOf(parts));
  const taken = await parts.committer.run(
    workspaceId,
    takeReview(proposalId, leaseMs, parts.policy),
  );
  if (taken === null) return;
  const review = await ask(parts, workspaceId, taken);
  if (review !== null) await conclude(parts, workspaceId, taken.review, review);
}

/** Null if the payment has to be looked at later. */
async function ask(
  { executor, clock, timeoutMs }: PayingDeps,
  workspaceId: string,
  { review: { outcome, mode, captures }, spend, docs }: TakenReview,
): Promise<Review | null> {
  const { provider } = executor;
  const connected = { provider, mode: modeOf(executor) ?? mode };
  if (!isSamePayment({ provider, mode }, connected)) return null;
  const captureIds = captures.map(({ id }) => id);
  const asked = await askWithin(clock, timeoutMs, async (signal) =>
    executor.review?.(orderOf(workspaceId, spend, docs, signal), outcome, captureIds),
  );
  if (asked.kind === "answered") return readReview(asked.answer);
  if (asked.kind === "threw") throw asked.error;
  return null;
}

async function conclude(
  { committer, policy, identifiers }: PayingDeps,
  workspaceId: string,
  { proposalId, outcome }: PaymentReview,
  review: Review,
): Promise<void> {
  const salt = identifiers.random();
  switch (review.kind) {
    case "pending":
      await committer.run(workspaceId, postponeReview(proposalId, review.afterMs));
      return;
    case "reversed": {
      const { captureIds, reason, replacedBy } = review;
      const isReplaced = replacedBy !== undefined;
      const reversal = { proposalId, captureIds, reason, isReplaced, salt };
      await committer.run(workspaceId, reverseCaptures(reversal, policy));
      // After a crash the review is still open, so that it is recorded then.
      if (isReplaced) {
        const payment = { proposalId, ...replacedBy, salt };
        await committer.run(workspaceId, captureSpend(payment, policy));
      }
      return;
    }
    case "paid": {
      const { captures, reference } = review;
      // Schedules the look at these captures.
      await committer.run(
        workspaceId,
        captureSpend({ proposalId, captures, reference, salt }, policy),
      );
      if (outcome === "declined") return;
      break;
    }
    case "final":
  }
  await committer.run(workspaceId, closeReview(proposalId));
}

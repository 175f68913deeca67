import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { quoteDocument } from "../../kernel/quotes/quote-doc.ts";
import { holdPayout } from "./payouts/hold-spend.ts";
import { preflightGuard } from "./payouts/preflight-guard.ts";
import { permitGuard, permitPayout } from "./quotes/request-permit.ts";
import { railBalanceDocument } from "./rails/rail-balance.ts";
import { partDocument, resourceDocument } from "./resources/resource-doc.ts";
import { reviewKind, type ReviewTimes, reviewTimesTerm } from "./reviews/review-doc.ts";

export { connectExecutors } from "./connect-executors.ts";
export { executorContext } from "./executor-context.ts";
export { executorStore } from "./executor-store.ts";
export {
  connectedExecutorsOf,
  type ExecutorOptions,
  executorsOf,
  reviewTimesOf,
} from "./executors-of.ts";
export { beginHold, holdPayout, holdUnder, releaseHold } from "./payouts/hold-spend.ts";
export { ExternalSpends, type LoadPayments } from "./payouts/external-spends.ts";
export { type HeldSpend, orderOf, type PaymentDocs } from "./payouts/held-spend.ts";
export { payloadFrom, payloadKey } from "./payouts/payload-doc.ts";
export {
  attentionTo,
  captureSpend,
  endedBy,
  recordCaptures,
  saltOf,
  withCapture,
} from "./payouts/record-captures.ts";
export { permitQuote } from "./quotes/request-permit.ts";
export { readResource, readResourceHead, wholeOf } from "./resources/read-resource.ts";
export {
  type Delivered,
  deliveredIn,
  resourceFrom,
  resourceKey,
  resourceToDoc,
  type StoredRest,
} from "./resources/resource-doc.ts";
export { type ConnectedExecutor, leaseMsOf, modeOf } from "./payouts/spending-deps.ts";
export { type SpendParts, spendPartsTerm } from "./payouts/spend-parts.ts";
export type { PayingEngine } from "./paying-engine.ts";
export { openReview } from "./reviews/open-review.ts";
export type { ReviewTimes } from "./reviews/review-doc.ts";

/** Payments by executors, and permits to pay. */
export function paymentsFeature(reviews: ReviewTimes): Feature {
  return {
    name: "payments",
    requires: ["freezes", "payees"],
    terms: [reviewTimesTerm.with(reviews)],
    guards: [permitGuard, preflightGuard],
    payouts: [permitPayout, holdPayout],
    documents: [
      quoteDocument,
      resourceDocument,
      partDocument,
      railBalanceDocument,
      ...neverErased(reviewKind, "payment_payload", "payment_authorizations"),
      ...neverErased("capture", "refund", "spend_resolution", "executor_value"),
    ],
  };
}

// Loaded when there are payments by executors.
export { decideAuthorization } from "./payouts/decide-authorization.ts";
export { paySpend } from "./payouts/pay-spend.ts";
export { readPaymentDocs } from "./payouts/payment-docs.ts";
export { preflightSpend } from "./payouts/preflight-spend.ts";
export { checkReference } from "./payouts/read-outcome.ts";
export { receiveSpendEvent, recordSpendNotice } from "./payouts/record-spend-notice.ts";
export { recoverSpends } from "./payouts/recover-spends.ts";
export { resolveSpend } from "./payouts/resolve-spend.ts";
export { reviewPayments } from "./reviews/review-payments.ts";

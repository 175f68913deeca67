// For code that is loaded later.
export { isPaymentId, readableText, readOutcome } from "./payouts/read-outcome.ts";
export { refundSpend } from "./payouts/record-refunds.ts";
export { storeParts } from "./resources/store-resource.ts";

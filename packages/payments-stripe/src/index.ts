export type { StripeMode } from "./key-mode.ts";
export { type StripePaymentsOptions, stripePayments } from "./stripe-payments.ts";

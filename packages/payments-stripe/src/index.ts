export type {
  IssuedCard,
  MerchantCategory,
  StripeIssuingOptions,
} from "./issuing/issuing-options.ts";
export { stripeIssuingExecutor } from "./issuing/stripe-issuing-executor.ts";
export type { StripeMode } from "./key-mode.ts";
export { type StripePaymentsOptions, stripePayments } from "./stripe-payments.ts";
export { stripeTokens, type StripeTokensOptions } from "./stripe-tokens.ts";

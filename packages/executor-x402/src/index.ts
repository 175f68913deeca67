export type { NetworkId, X402Network } from "./networks.ts";
export type { PaidRequest, QuoteAnswer } from "./quote/quote-payment.ts";
export type { SellerAnswer } from "./quote/read-challenge.ts";
export { type X402Executor, x402Executor } from "./x402-executor.ts";
export type { X402Options } from "./x402-options.ts";
export type { X402Store } from "./x402-store.ts";

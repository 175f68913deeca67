import { railContext } from "@agent-treasury/executor-x402/chain";
import type {
  PaidRequest,
  PaymentExecutor,
  QuoteAnswer,
  SellerAnswer,
  SharedPaymentTokens,
} from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { quoteCharge, stripeRail } from "./stripe-terms.ts";
import {
  cancelToken,
  findByToken,
  payByToken,
  prepareToken,
  reviewToken,
  type TokenDeps,
  tokenReviewAfterMs,
} from "./token-payment.ts";

const keyLifetimeMs = 86_400_000;

export interface MppStripeOptions {
  /** Issues the tokens: `stripeTokens` of `@agent-treasury/payments-stripe`. */
  readonly tokens: SharedPaymentTokens;
  /** Time for a seller's answer and its charge; 20 by default. */
  readonly timeoutSeconds?: number;
}

const optionNames: NamesOf<MppStripeOptions> = { tokens: true, timeoutSeconds: true };

/**
 * Creates an executor that pays sellers by the Machine Payments Protocol: charges of the method `stripe`,
 * in USD, each by a shared payment token for this seller, this price and at most an hour. Outcomes are
 * read from the token's issuer, never from a seller.
 *
 * Methods reject with a `TreasuryError`: `spend_executor_error` if an order is not the executor's own, and
 * errors of `tokens`.
 *
 * @example const executor = mppStripeExecutor({ tokens: stripeTokens({ paymentMethod: "pm_1" }) });
 */
export function mppStripeExecutor(options: MppStripeOptions): PaymentExecutor & {
  quote(answer: SellerAnswer, request: PaidRequest): Promise<QuoteAnswer>;
} {
  checkOptions("mppStripeExecutor", options, optionNames);
  const { tokens, timeoutSeconds = 20 } = options;
  const { connect, treasury } = railContext(stripeRail);
  const deps = (): TokenDeps => ({
    ...treasury(),
    tokens,
    timeoutMs: timeoutSeconds * 1_000,
  });
  return {
    specificationVersion: "1",
    provider: stripeRail,
    keyLifetimeMs,
    needsQuote: true,
    mode: () => tokens.mode(),
    connect,
    quote: async (answer, request) => quoteCharge(answer, request, deps()),
    prepare: async (order) => prepareToken(order, deps()),
    pay: async (order) => payByToken(order, deps()),
    find: async (order) => findByToken(order, deps()),
    cancel: async (order) => cancelToken(order, deps()),
    reviewAfterMs: tokenReviewAfterMs,
    review: async (order, outcome, captureIds) => reviewToken(order, outcome, captureIds, deps()),
  };
}

import { railStore } from "@agent-treasury/executor-x402/chain";
import {
  type ExecutorContext,
  type PaidRequest,
  type PaymentExecutor,
  type QuoteAnswer,
  type SellerAnswer,
  type SharedPaymentTokens,
  TreasuryError,
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
  let context: ExecutorContext | undefined;
  const deps = (): TokenDeps => {
    if (context !== undefined) return { ...context, tokens, timeoutMs: timeoutSeconds * 1_000 };
    throw new TreasuryError("spend_executor_error", "The executor is not part of a treasury.");
  };
  return {
    specificationVersion: "1",
    provider: stripeRail,
    keyLifetimeMs,
    needsQuote: true,
    mode: () => tokens.mode(),
    connect: (connecting) => {
      // Its tokens would be those of another deployment.
      if (context !== undefined) {
        throw new TreasuryError(
          "invalid_request",
          `The executor ${stripeRail} is part of one treasury.`,
        );
      }
      context = { ...connecting, store: railStore(connecting.store, stripeRail) };
    },
    quote: async (answer, request) => quoteCharge(answer, request, deps()),
    prepare: async (order) => prepareToken(order, deps()),
    pay: async (order) => payByToken(order, deps()),
    find: async (order) => findByToken(order, deps()),
    cancel: async (order) => cancelToken(order, deps()),
    reviewAfterMs: tokenReviewAfterMs,
    review: async (order, outcome, captureIds) => reviewToken(order, outcome, captureIds, deps()),
  };
}

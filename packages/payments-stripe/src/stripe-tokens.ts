import {
  isTreasuryError,
  Micros,
  type NewSharedPaymentToken,
  type SharedPaymentToken,
  type SharedPaymentTokens,
  TreasuryError,
} from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { Stripe } from "stripe";
import { type Connection, connect, type ConnectionOptions } from "./connection.ts";
import { stripeFailure } from "./stripe-failure.ts";

/** The first version with tokens that an account issues. The SDK has no types for them. */
const apiVersion = "2026-04-22.preview";
const tokensPath = "/v1/shared_payment/issued_tokens";

/** Token settings. Omitted connection settings are read from the environment. */
export interface StripeTokensOptions extends ConnectionOptions {
  /** Stripe's id of the payment method that pays, `pm_…`: a card. */
  readonly paymentMethod: string;
}

const optionNames: NamesOf<StripeTokensOptions> = {
  apiKey: true,
  apiUrl: true,
  client: true,
  mode: true,
  timeoutSeconds: true,
  maximumRetries: true,
  paymentMethod: true,
};

/** The fields of Stripe's token that are read. Amounts are cents. */
interface IssuedToken {
  readonly id: string;
  readonly object: "shared_payment.issued_token";
  readonly livemode: boolean;
  readonly status: string;
  readonly deactivated_reason: string | null;
  readonly usage_details: {
    readonly amount_captured: { readonly value: number; readonly currency: string } | null;
  };
}

/**
 * Issues shared payment tokens of a card in your Stripe account, for `mppStripeExecutor` of
 * `@agent-treasury/executor-mpp`. Each token is for one seller, one amount in USD and one time.
 *
 * @example const tokens = stripeTokens({ paymentMethod: "pm_123" });
 */
export function stripeTokens(options: StripeTokensOptions): SharedPaymentTokens {
  checkOptions("stripeTokens", options, optionNames);
  const { paymentMethod } = options;
  let connection: Connection | undefined;
  const connected = (): Connection => (connection ??= connect(options));
  const ask = async (
    method: "GET" | "POST",
    path: string,
    parameters: object = {},
    idempotencyKey?: string,
  ): Promise<SharedPaymentToken> => {
    const { client, secret, mode } = connected();
    const keyed = idempotencyKey === undefined ? {} : { idempotencyKey };
    try {
      const answer: unknown = await client.rawRequest(
        method,
        path,
        { ...parameters },
        {
          apiVersion,
          ...keyed,
        },
      );
      return tokenOf(answer, mode);
    } catch (error) {
      if (isTreasuryError(error)) throw error;
      const { code, message, cause } = stripeFailure(error, secret);
      const isOfCaller = error instanceof Stripe.errors.StripeInvalidRequestError;
      throw new TreasuryError(code, message, { cause, isOfCaller });
    }
  };
  return {
    mode: () => connected().mode,
    issue: async ({ idempotencyKey, ...token }) =>
      ask("POST", tokensPath, parametersOf(paymentMethod, token), idempotencyKey),
    read: async (tokenId) => ask("GET", pathOf(tokenId)),
    revoke: async (tokenId) => ask("POST", `${pathOf(tokenId)}/revoke`),
  };
}

function parametersOf(
  paymentMethod: string,
  { sellerProfile, maximum, expiresAt }: Omit<NewSharedPaymentToken, "idempotencyKey">,
) {
  return {
    payment_method: paymentMethod,
    seller_details: { network_business_profile: sellerProfile },
    usage_limits: {
      currency: "usd",
      max_amount: Micros.toCents(maximum),
      expires_at: Math.floor(expiresAt / 1_000),
    },
  };
}

/** Any other text could reach another path of the API. */
function pathOf(tokenId: string): string {
  if (/^spt_\w{1,300}$/.test(tokenId)) return `${tokensPath}/${tokenId}`;
  throw new TreasuryError("payment_processor_error", "The id is not one of a token of Stripe.");
}

const reasons: ReadonlySet<unknown> = new Set(["consumed", "expired", "revoked", "resolved"]);

function tokenOf(answer: unknown, mode: Connection["mode"]): SharedPaymentToken {
  const token = Object(answer) as Partial<IssuedToken>;
  const { id, object, livemode, status, deactivated_reason: reason, usage_details: usage } = token;
  const taken = usage?.amount_captured ?? { value: 0, currency: "usd" };
  const isKnown = reason == null || reasons.has(reason);
  if (
    object !== "shared_payment.issued_token" ||
    typeof id !== "string" ||
    !/^spt_\w{1,300}$/.test(id) ||
    livemode !== (mode === "live") ||
    taken.currency !== "usd" ||
    !isKnown
  ) {
    throw new TreasuryError(
      "payment_processor_error",
      "Stripe returned no token in USD of the key's mode that this version can read.",
    );
  }
  return {
    id,
    captured: Micros.fromCents(taken.value),
    ended: (reason ?? null) as SharedPaymentToken["ended"],
    needsOwner: status === "requires_action",
  };
}

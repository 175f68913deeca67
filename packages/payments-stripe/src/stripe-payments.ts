import type { PaymentProcessor } from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import { createCheckout, readCheckout } from "./checkouts.ts";
import { type Connection, connect, webhookAccounts, webhookSecret } from "./connection.ts";
import type { StripeMode } from "./key-mode.ts";
import { collectedOnOffer, createOffer } from "./offers.ts";
import { listRecords } from "./records.ts";
import { checkSignatureHeader, eventsOf } from "./webhook-events.ts";

/** How Stripe is reached. What is left out is read from the environment at the first call. */
export interface StripePaymentsOptions {
  /** `STRIPE_SECRET_KEY` by default. A restricted key will do: the README lists its permissions. */
  readonly apiKey?: string;
  /** `STRIPE_WEBHOOK_SECRET` by default: what signs the deliveries to the webhook. */
  readonly webhookSecret?: string;
  /**
   * `STRIPE_WEBHOOK_ACCOUNTS`, separated by commas; none by default. Ids of the accounts whose events
   * count where the endpoint gets events of other accounts (`account`, or `context`). Everything that such an account marks as a payment of a workspace is credited.
   */
  readonly webhookAccounts?: readonly string[];
  /** `STRIPE_API_URL`, or else Stripe's own: for a private endpoint or a stand-in. */
  readonly apiUrl?: string;
  /** The app's own client of the official SDK, in place of `apiKey` and `apiUrl`. It wants `mode`. */
  readonly client?: Stripe;
  /** Which money the key moves; by its prefix unless given. */
  readonly mode?: StripeMode;
  /** The longest that one attempt may take; 20 by default. Not for the app's own client. */
  readonly timeoutSeconds?: number;
  /** How often a call is tried again that got no answer; 2 by default. Not for the app's own client. */
  readonly maximumRetries?: number;
}

/**
 * Deposits and revenue that Stripe confirms, by the official SDK. No key is read before the first call.
 *
 * Methods reject with a `TreasuryError`: `payments_not_connected` when there is no key,
 * `payment_processor_error` for whatever Stripe answers.
 *
 * @example
 * const payments = stripePayments({ apiKey: process.env.STRIPE_SECRET_KEY });
 */
export function stripePayments(options: StripePaymentsOptions = {}): PaymentProcessor {
  let connection: Connection | undefined;
  const connected = (): Connection => (connection ??= connect(options));
  return {
    specificationVersion: "1",
    provider: "stripe",
    mode: () => connected().mode,
    createCheckout: async (request) => createCheckout(connected(), request),
    readCheckout: async (sessionId) => readCheckout(connected(), sessionId),
    offers: {
      createOffer: async (request) => createOffer(connected(), request),
      collected: async (query) => collectedOnOffer(connected(), query),
    },
    checkDelivery: (headers) => {
      webhookSecret(options);
      checkSignatureHeader(headers);
    },
    events: async (delivery) =>
      eventsOf(connected(), delivery, webhookSecret(options), webhookAccounts(options)),
    records: { list: async (query) => listRecords(connected(), query) },
  };
}

import type { PaymentProcessor } from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import type { Stripe } from "stripe";
import { createCheckout, readCheckout } from "./checkouts.ts";
import { type Connection, connect, webhookAccounts, webhookSecret } from "./connection.ts";
import type { StripeMode } from "./key-mode.ts";
import { collectedOnOffer, createOffer } from "./offers.ts";
import { listRecords } from "./records.ts";
import { checkSignatureHeader } from "./verified-event.ts";
import { eventsOf } from "./webhook-events.ts";

/** Stripe settings. Omitted settings are read from the environment at the first call. */
export interface StripePaymentsOptions {
  /** `STRIPE_SECRET_KEY` by default. The README lists the permissions of a restricted key. */
  readonly apiKey?: string;
  /** Signs webhook deliveries; `STRIPE_WEBHOOK_SECRET` by default. */
  readonly webhookSecret?: string;
  /**
   * Ids of other accounts whose events count (`account`, or `context`); `STRIPE_WEBHOOK_ACCOUNTS`,
   * separated by commas, or none by default. Every payment that such an account marks for a
   * workspace is credited.
   */
  readonly webhookAccounts?: readonly string[];
  /** `STRIPE_API_URL`, or else Stripe's own; for a private endpoint or a stand-in. */
  readonly apiUrl?: string;
  /**
   * The app's own client of the official SDK, in place of `apiKey` and `apiUrl`. It requires
   * `mode`.
   */
  readonly client?: Stripe;
  /** The key's mode; derived from its prefix by default. */
  readonly mode?: StripeMode;
  /** The timeout of one attempt; 20 by default. Ignored with the app's own client. */
  readonly timeoutSeconds?: number;
  /** Retries of a call without an answer; 2 by default. Ignored with the app's own client. */
  readonly maximumRetries?: number;
}

const optionNames: NamesOf<StripePaymentsOptions> = {
  apiKey: true,
  webhookSecret: true,
  webhookAccounts: true,
  apiUrl: true,
  client: true,
  mode: true,
  timeoutSeconds: true,
  maximumRetries: true,
};

/**
 * Deposits and revenue confirmed by Stripe, through the official SDK.
 *
 * Methods reject with a `TreasuryError`: `payments_not_connected` when there is no key,
 * `payment_processor_error` when Stripe fails.
 *
 * @example const payments = stripePayments({ apiKey: process.env.STRIPE_SECRET_KEY });
 */
export function stripePayments(options: StripePaymentsOptions = {}): PaymentProcessor {
  checkOptions("stripePayments", options, optionNames);
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
    records: {
      list: async (query) => listRecords(connected(), webhookAccounts(options), query),
    },
  };
}

import type { Micros } from "../money/micros.ts";
import type { PaymentCollected, PaymentEvent } from "./payment-event.ts";

/** `sandbox`: test money without a processor. `test`: a processor's test mode. */
export type PaymentMode = "sandbox" | "test" | "live";

export interface CheckoutRequest {
  readonly workspaceId: string;
  /** Whole cents. */
  readonly amount: Micros;
  /** Return address, in which `{CHECKOUT_SESSION_ID}` is replaced. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** For one day, the same key and content return the same session. */
  readonly idempotencyKey: string;
}

export interface CheckoutSession {
  readonly id: string;
  readonly url: string;
  /** Null if it does not expire. */
  readonly expiresAt: number | null;
}

/** The state of a checkout according to the processor. */
export interface CheckoutReceipt {
  readonly id: string;
  /** Null if the treasury did not create the session. */
  readonly workspaceId: string | null;
  /** Whether the money was collected. A completed checkout may still be unpaid. */
  readonly paid: boolean;
  /** Valid only if `paid`. */
  readonly amount: Micros;
  readonly currency: string;
  /** The processor's payment id, used by later reversals. */
  readonly paymentReference: string | null;
}

/** A product of a workspace, which can be paid for any number of times. */
export interface OfferRequest {
  readonly workspaceId: string;
  /** One line, shown to the payer. */
  readonly title: string;
  readonly description: string | null;
  readonly amount: Micros;
  /** For one day, the same key and content return the same offer. */
  readonly idempotencyKey: string;
}

export interface Offer {
  readonly id: string;
  readonly url: string;
}

export interface PaymentPage<Item> {
  readonly items: readonly Item[];
  /** Null on the last page. A page may be empty and still have a next one. */
  readonly cursor: string | null;
}

/** Creates offers and lists their payments. */
export interface PaymentOffers {
  createOffer(request: OfferRequest): Promise<Offer>;
  /** Complete payments of one offer, newest first. */
  collected(query: {
    readonly offerId: string;
    readonly cursor: string | null;
  }): Promise<PaymentPage<PaymentCollected>>;
}

export interface PaymentRecord {
  readonly event: Exclude<PaymentEvent, { readonly kind: "spend" }>;
  /** The processor's fee. Null if unknown or in another currency. */
  readonly fee: Micros | null;
  readonly at: number;
}

/** Lists past payments, to find those missing in the ledger. */
export interface PaymentRecords {
  /**
   * Our payments with a checkout opened in the period, and reversals created in it. Milliseconds
   * since 1970, without `to` itself.
   */
  list(query: {
    readonly from: number;
    readonly to: number;
    readonly cursor: string | null;
  }): Promise<PaymentPage<PaymentRecord>>;
}

/** A webhook request from a processor. */
export interface WebhookDelivery {
  /** Unmodified, because the signature covers these bytes. */
  readonly body: Uint8Array;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Collects real money. Only payments that the processor confirms are credited.
 *
 * Methods may be retried and may run concurrently. They reject with a `TreasuryError` of code
 * `payment_processor_error`, with a message suitable for callers. Amounts are converted from the
 * processor's minor units without floating point. API keys are read at the first call.
 *
 * Conformance suite: `paymentProcessorConformance` in `@agent-treasury/testing`.
 */
export interface PaymentProcessor {
  readonly specificationVersion: "1";
  readonly provider: string;
  /** The kind of money that the configured key moves. Throws if a required key is missing. */
  mode(): PaymentMode;
  createCheckout(request: CheckoutRequest): Promise<CheckoutSession>;
  readCheckout(sessionId: string): Promise<CheckoutReceipt>;
  readonly offers?: PaymentOffers;
  /**
   * Serves pages of the processor below `<base path>/checkout/`, without sign-in. Null for a page
   * that does not exist. It checks the origin of forms. Missing if the pages are elsewhere.
   */
  page?(request: Request): Promise<Response | null>;
  /**
   * Verifies a webhook delivery and returns its events. Empty if it belongs to another application
   * or moves no money.
   *
   * Rejects with `webhook_signature_invalid`, with `webhook_mode_mismatch` for another kind of
   * money, and with `webhook_not_connected` without a webhook secret.
   */
  events?(delivery: WebhookDelivery): Promise<readonly PaymentEvent[]>;
  /**
   * Checks the headers of a delivery before its body is read, because without this method every
   * body is read. Throws `webhook_signature_invalid` if the signature header is missing, malformed
   * or too old, and `webhook_not_connected` without a webhook secret.
   */
  checkDelivery?(headers: WebhookDelivery["headers"]): void;
  readonly records?: PaymentRecords;
}

import type { Micros } from "../money/micros.ts";
import type { PaymentCollected, PaymentEvent } from "./payment-event.ts";

/**
 * The kind of money that is moved: `sandbox` is test money without a processor, `test` is a
 * processor's test mode.
 */
export type PaymentMode = "sandbox" | "test" | "live";

/** A deposit that a person will pay. */
export interface CheckoutRequest {
  readonly workspaceId: string;
  /** Whole cents. */
  readonly amount: Micros;
  /** Return address after payment. `{CHECKOUT_SESSION_ID}` is replaced by the session's id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** For one day, the same key with the same content returns the same session. */
  readonly idempotencyKey: string;
}

/** An open checkout. */
export interface CheckoutSession {
  readonly id: string;
  readonly url: string;
  /** Null if it does not expire. */
  readonly expiresAt: number | null;
}

/** The current state of a checkout, as reported by the processor. */
export interface CheckoutReceipt {
  readonly id: string;
  /** The workspace in the processor's record, or null if the treasury did not create the session. */
  readonly workspaceId: string | null;
  /**
   * True only when the processor has collected the money. A completed checkout may still be unpaid.
   */
  readonly paid: boolean;
  /** The collected amount. Valid only if `paid`. */
  readonly amount: Micros;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** The processor's payment id, which later reversals refer to. */
  readonly paymentReference: string | null;
}

/** A product that a workspace sells. It can be paid for any number of times at its address. */
export interface OfferRequest {
  readonly workspaceId: string;
  /** One line, shown to the payer. */
  readonly title: string;
  readonly description: string | null;
  /** Whole cents. */
  readonly amount: Micros;
  /** For one day, the same key with the same content returns the same offer. */
  readonly idempotencyKey: string;
}

export interface Offer {
  readonly id: string;
  readonly url: string;
}

/** A page of a listing. */
export interface PaymentPage<Item> {
  readonly items: readonly Item[];
  /**
   * The cursor of the next page, or null on the last page. A page may be empty and still have a
   * next one.
   */
  readonly cursor: string | null;
}

/** Creates offers and lists their payments. */
export interface PaymentOffers {
  createOffer(request: OfferRequest): Promise<Offer>;
  /** Payments collected on one offer, newest first. Incomplete payments are left out. */
  collected(query: {
    readonly offerId: string;
    readonly cursor: string | null;
  }): Promise<PaymentPage<PaymentCollected>>;
}

/** A movement in the processor's records. */
export interface PaymentRecord {
  readonly event: Exclude<PaymentEvent, { readonly kind: "spend" }>;
  /** The processor's fee. Null if it is not reported or was charged in another currency. */
  readonly fee: Micros | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Lists past payments, for comparing the ledger with what webhooks delivered. */
export interface PaymentRecords {
  /**
   * Lists our payments whose checkout was opened in the period, and reversals created in it.
   * `from` (inclusive) and `to` (exclusive) are in milliseconds since 1970.
   */
  list(query: {
    readonly from: number;
    readonly to: number;
    readonly cursor: string | null;
  }): Promise<PaymentPage<PaymentRecord>>;
}

/** A webhook request from a processor. */
export interface WebhookDelivery {
  /** The unmodified bytes. The signature covers exactly these. */
  readonly body: Uint8Array;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Collects real money and reports what was collected. Only payments that the processor confirms are
 * credited.
 *
 * Methods may be retried and may run concurrently. They reject with a `TreasuryError` of code
 * `payment_processor_error`, with a message suitable for callers. Amounts are converted between
 * micro-dollars and the processor's minor units without floating point. API keys are read at the
 * first call.
 *
 * Conformance suite: `paymentProcessorConformance` in `@agent-treasury/testing`.
 */
export interface PaymentProcessor {
  readonly specificationVersion: "1";
  /** For example `sandbox` or `stripe`. */
  readonly provider: string;
  /** Returns the kind of money that the configured key moves. Throws if a required key is missing. */
  mode(): PaymentMode;
  createCheckout(request: CheckoutRequest): Promise<CheckoutSession>;
  /** Rejects if the session does not exist. */
  readCheckout(sessionId: string): Promise<CheckoutReceipt>;
  /** Omitted if the processor cannot sell. */
  readonly offers?: PaymentOffers;
  /**
   * Verifies a webhook delivery and returns its events. The list is empty if the delivery belongs
   * to another application or moves no money. Omitted by a processor without webhooks.
   *
   * Rejects with `webhook_signature_invalid` if the signature is invalid, with
   * `webhook_mode_mismatch` if the event is about another kind of money, and with
   * `webhook_not_connected` if no webhook secret is configured.
   */
  events?(delivery: WebhookDelivery): Promise<readonly PaymentEvent[]>;
  /**
   * Checks the headers of a delivery before its body is read, so that forged requests are rejected
   * early. Throws `webhook_signature_invalid` if the signature header is missing, malformed or too
   * old, and `webhook_not_connected` if no webhook secret is configured. `events` verifies the
   * signature itself. Without this method the body of every request to the webhook is read.
   */
  checkDelivery?(headers: WebhookDelivery["headers"]): void;
  /** Omitted if the processor has no records to list. */
  readonly records?: PaymentRecords;
}

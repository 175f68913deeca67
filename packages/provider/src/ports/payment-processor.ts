import type { Micros } from "../money/micros.ts";
import type { PaymentCollected, PaymentEvent } from "./payment-event.ts";

/** Which kind of money moves. `sandbox` is play money, `test` a processor's own test mode. */
export type PaymentMode = "sandbox" | "test" | "live";

/** A deposit to be paid by a person. */
export interface CheckoutRequest {
  readonly workspaceId: string;
  /** Whole cents. */
  readonly amount: Micros;
  /** Where the payer returns; `{CHECKOUT_SESSION_ID}` in it is replaced by the session's id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** The same key with the same content gives the same session, for a day. */
  readonly idempotencyKey: string;
}

/** A checkout that was opened. */
export interface CheckoutSession {
  readonly id: string;
  readonly url: string;
  /** Milliseconds since 1970, null when it stays open. */
  readonly expiresAt: number | null;
}

/** A checkout as the processor has it now. Everything is the processor's own word. */
export interface CheckoutReceipt {
  readonly id: string;
  /** The workspace in the processor's own record; null when the session was not made by us. */
  readonly workspaceId: string | null;
  /** True only when the processor has the money; completed is not paid. */
  readonly paid: boolean;
  /** What was collected. Meaningful when `paid`. */
  readonly amount: Micros;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** The processor's id of the payment: what a later reversal will name. */
  readonly paymentReference: string | null;
}

/** Something that a workspace sells: whoever has its address can pay for it, any number of times. */
export interface OfferRequest {
  readonly workspaceId: string;
  /** What the payer sees, one line. */
  readonly title: string;
  readonly description: string | null;
  /** Whole cents. */
  readonly amount: Micros;
  /** The same key with the same content gives the same offer, for a day. */
  readonly idempotencyKey: string;
}

/** An offer that can be paid for. */
export interface Offer {
  readonly id: string;
  readonly url: string;
}

/** A part of a listing. */
export interface PaymentPage<Item> {
  readonly items: readonly Item[];
  /** Where the listing goes on; null at its end. A page may be empty and still have a next one. */
  readonly cursor: string | null;
}

/** Sells. */
export interface PaymentOffers {
  createOffer(request: OfferRequest): Promise<Offer>;
  /** What was collected on one offer, newest first, by pages. Payments that are not complete are left out. */
  collected(query: {
    readonly offerId: string;
    readonly cursor: string | null;
  }): Promise<PaymentPage<PaymentCollected>>;
}

/** A movement as the processor's own records have it. */
export interface PaymentRecord {
  readonly event: Exclude<PaymentEvent, { readonly kind: "spend" }>;
  /** What the processor kept for itself; null when it does not say, or charged it in another currency. */
  readonly fee: Micros | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Tells afterwards what webhooks should have told. */
export interface PaymentRecords {
  /**
   * Our payments whose checkout was opened within the period, and reversals made within it, by pages.
   * `from` and `to` are milliseconds since 1970, `to` is not part of it.
   */
  list(query: {
    readonly from: number;
    readonly to: number;
    readonly cursor: string | null;
  }): Promise<PaymentPage<PaymentRecord>>;
}

/** What a processor sent to the webhook. */
export interface WebhookDelivery {
  /** The bytes as they came: a signature covers nothing else. */
  readonly body: Uint8Array;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Moves real money in, and says what it has. Nothing is credited but on its word.
 *
 * Methods may be retried and may run beside one another. They reject with a `TreasuryError` of code
 * `payment_processor_error`, its message made fit for a caller; amounts are integers of micro-dollars,
 * converted from the processor's own minor units without floating point. Keys are read at the first
 * call, not before.
 *
 * Source of the conformance suite: `paymentProcessorConformance` in `@agent-treasury/testing`.
 */
export interface PaymentProcessor {
  readonly specificationVersion: "1";
  /** For example `sandbox` or `stripe`. */
  readonly provider: string;
  /** Which kind of money the configured key moves. Throws what a missing key deserves. */
  mode(): PaymentMode;
  createCheckout(request: CheckoutRequest): Promise<CheckoutSession>;
  /** Rejects when the processor does not know the session. */
  readCheckout(sessionId: string): Promise<CheckoutReceipt>;
  /** Left out by a processor that cannot sell. */
  readonly offers?: PaymentOffers;
  /**
   * Checks a delivery to the webhook and says what it tells. What is not ours, or moves no money, is
   * an empty list. Left out by a processor that sends none.
   *
   * Rejects with `webhook_signature_invalid` when the delivery is not the processor's own, with
   * `webhook_mode_mismatch` when it tells of another kind of money, and with `webhook_not_connected` when there
   * is nothing to check it with.
   */
  events?(delivery: WebhookDelivery): Promise<readonly PaymentEvent[]>;
  /**
   * Checks the headers of a delivery before its body is read: throws `webhook_signature_invalid` when the
   * signature's header is missing, malformed or too old, and `webhook_not_connected` when there is nothing
   * to check deliveries with. `events` checks the signature itself. Without this method every body sent
   * to the webhook is read.
   */
  checkDelivery?(headers: WebhookDelivery["headers"]): void;
  /** Left out by a processor that keeps none. */
  readonly records?: PaymentRecords;
}

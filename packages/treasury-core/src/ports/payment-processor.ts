import type { Micros } from "../money/micros.ts";

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
}

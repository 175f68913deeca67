import type { Micros } from "../money/micros.ts";
import type { SpendEvent } from "./spend-event.ts";

/** A payment that the processor confirms as collected. */
export interface PaymentCollected {
  readonly kind: "collected";
  readonly purpose: "deposit" | "revenue";
  /** From the processor's record of the payment. */
  readonly workspaceId: string;
  /** The checkout that was paid. It is credited once. */
  readonly checkoutId: string;
  /** The processor's payment id, which later reversals refer to. */
  readonly paymentReference: string;
  readonly amount: Micros;
  /** ISO 4217, lower case. */
  readonly currency: string;
}

/** Money returned to the payer, or returned to the workspace after a reversal. */
export interface PaymentReversed {
  readonly kind: "reversed";
  readonly workspaceId: string;
  /** The processor's id of this movement. It is recorded once, even if reported repeatedly. */
  readonly reversalId: string;
  /** The payment that is reversed, fully or in part. */
  readonly paymentReference: string;
  /**
   * The amount of this movement, not a running total. Negative if money came back to the workspace.
   */
  readonly amount: Micros;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly reason: ReversalReason;
}

export type ReversalReason = "refund" | "refund_failed" | "dispute" | "dispute_reinstated";

/** An event reported by a payment processor. */
export type PaymentEvent = PaymentCollected | PaymentReversed | SpendEvent;

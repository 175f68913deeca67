import type { Micros } from "../money/micros.ts";
import type { SpendEvent } from "./spend-event.ts";

/** A payment that the processor has collected. */
export interface PaymentCollected {
  readonly kind: "collected";
  readonly purpose: "deposit" | "revenue";
  readonly workspaceId: string;
  /** The checkout, credited once. */
  readonly checkoutId: string;
  /** The processor's payment id, used by later reversals. */
  readonly paymentReference: string;
  readonly amount: Micros;
  readonly currency: string;
}

/** Money returned to the payer, or back to the workspace. */
export interface PaymentReversed {
  readonly kind: "reversed";
  readonly workspaceId: string;
  /** The id of this movement, recorded once even if repeated. */
  readonly reversalId: string;
  /** The payment that is reversed, fully or in part. */
  readonly paymentReference: string;
  /** The amount of this movement, not a running total. Negative if it went back to the workspace. */
  readonly amount: Micros;
  readonly currency: string;
  readonly reason: ReversalReason;
}

export type ReversalReason = "refund" | "refund_failed" | "dispute" | "dispute_reinstated";

export type PaymentEvent = PaymentCollected | PaymentReversed | SpendEvent;

import type { Micros } from "../money/micros.ts";
import type { SpendEvent } from "./spend-event.ts";

/** Money that the processor has, on its word. */
export interface PaymentCollected {
  readonly kind: "collected";
  readonly purpose: "deposit" | "revenue";
  /** In the processor's own record of the payment. */
  readonly workspaceId: string;
  /** The checkout that was paid: it is credited once. */
  readonly checkoutId: string;
  /** The processor's id of the payment: what a reversal will name. */
  readonly paymentReference: string;
  readonly amount: Micros;
  /** ISO 4217, lower case. */
  readonly currency: string;
}

/** Money that went back to a payer, or that came back after all. */
export interface PaymentReversed {
  readonly kind: "reversed";
  readonly workspaceId: string;
  /** The processor's id of this one movement: it counts once, however often it is told. */
  readonly reversalId: string;
  /** The payment that it takes back, wholly or in part. */
  readonly paymentReference: string;
  /** What this movement took, not a running total; negative when it gave back. */
  readonly amount: Micros;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly reason: ReversalReason;
}

/** Why money went back, or came back. */
export type ReversalReason = "refund" | "refund_failed" | "dispute" | "dispute_reinstated";

/** What a processor tells of. */
export type PaymentEvent = PaymentCollected | PaymentReversed | SpendEvent;

import { type PaymentReversed, Micros } from "@agent-treasury/provider";
import type { Stripe } from "stripe";

export interface ReversedPayment {
  readonly paymentReference: string;
  readonly workspaceId: string;
}

/**
 * Returns the movements of a refund. It counts from its creation, while the bank still processes
 * it. A failed refund is both the debit and the credit, so that the balance is never too high
 * whichever event arrives first.
 */
export function reversalsOfRefund(
  payment: ReversedPayment,
  refund: Stripe.Refund,
): readonly PaymentReversed[] {
  const amount = Micros.fromCents(refund.amount);
  const { id: reversalId, currency } = refund;
  const taken = { kind: "reversed", ...payment, reversalId, amount, currency, reason: "refund" };
  const failed = refund.status === "failed" || refund.status === "canceled";
  const returned = {
    ...taken,
    reversalId: `${reversalId}:returned`,
    amount: Micros.negate(amount),
    reason: "refund_failed",
  };
  return (failed ? [taken, returned] : [taken]) as readonly PaymentReversed[];
}

interface DisputedMovement {
  readonly reason: "dispute" | "dispute_reinstated";
  readonly cents: number;
}

/**
 * Returns a dispute's movements, oldest first. Each movement has its own number, so that a late
 * event counts nothing twice.
 */
export function reversalsOfDispute(
  payment: ReversedPayment,
  dispute: Stripe.Dispute,
  eventType: string,
): readonly PaymentReversed[] {
  const counts = { dispute: 0, dispute_reinstated: 0 };
  return movementsOf(dispute, eventType).map(({ reason, cents }) => {
    counts[reason] += 1;
    const word = reason === "dispute" ? "withdrawn" : "reinstated";
    const amount = Micros.fromCents(cents);
    return {
      kind: "reversed",
      ...payment,
      reversalId: `${dispute.id}:${word}:${counts[reason]}`,
      amount: reason === "dispute" ? amount : Micros.negate(amount),
      currency: dispute.currency,
      reason,
    };
  });
}

function movementsOf(dispute: Stripe.Dispute, eventType: string): readonly DisputedMovement[] {
  const settled = dispute.balance_transactions
    .toSorted((left, right) => left.created - right.created)
    .map(({ amount, currency }) => {
      const reason = amount < 0 ? ("dispute" as const) : ("dispute_reinstated" as const);
      // An account that settles in another currency reports the amount there, not the disputed
      // dollars.
      return { reason, cents: currency === dispute.currency ? Math.abs(amount) : dispute.amount };
    });
  if (settled.length > 0) return settled;
  const withdrawn = { reason: "dispute", cents: dispute.amount } as const;
  const reinstated = { reason: "dispute_reinstated", cents: dispute.amount } as const;
  if (eventType === "charge.dispute.funds_withdrawn") return [withdrawn];
  return eventType === "charge.dispute.funds_reinstated" ? [withdrawn, reinstated] : [];
}

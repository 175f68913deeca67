import { type PaymentCollected, Micros } from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import { idOf } from "./checkouts.ts";
import { readMark } from "./marker.ts";

export function paymentOfSession(session: Stripe.Checkout.Session): PaymentCollected | null {
  const mark = readMark(session.metadata);
  // A completed session is not necessarily paid: delayed methods settle days later, or never.
  if (mark === null || session.mode !== "payment" || session.payment_status !== "paid") return null;
  return {
    kind: "collected",
    ...mark,
    checkoutId: session.id,
    paymentReference: idOf(session.payment_intent) ?? session.id,
    amount: Micros.fromCents(session.amount_total ?? 0),
    currency: session.currency ?? "none",
  };
}

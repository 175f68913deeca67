import {
  type Json,
  type PaymentEvent,
  type PaymentReversed,
  type WebhookDelivery,
} from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import { idOf } from "./checkouts.ts";
import { type Connection, ofAccount } from "./connection.ts";
import { readMark } from "./marker.ts";
import { readPages } from "./read-pages.ts";
import { type ReversedPayment, reversalsOfDispute, reversalsOfRefund } from "./reversals.ts";
import { paymentOfSession } from "./session-payment.ts";
import { askStripe } from "./stripe-failure.ts";
import { checkEventMode, checkMode, isOfOtherAccount, verifiedEvent } from "./verified-event.ts";

/** Per payment; Stripe's own limit is lower. */
const maximumRefunds = 1_000;

/** Verifies a delivery and returns its events. */
export async function eventsOf(
  connection: Connection,
  delivery: WebhookDelivery,
  secret: string,
  accounts: readonly string[],
): Promise<readonly PaymentEvent[]> {
  const event = await verifiedEvent(connection, delivery, secret);
  if (isOfOtherAccount(event, accounts)) return [];
  checkEventMode(connection, event);
  return read(ofAccount(connection, event.account ?? event.context), event);
}

async function read(connection: Connection, event: Stripe.Event): Promise<readonly PaymentEvent[]> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded": {
      const session = event.data.object;
      const payment = paymentOfSession(session);
      if (payment === null) return [];
      checkMode(connection, "session", session.livemode);
      return [payment];
    }
    case "charge.refunded":
      return refundsOfCharge(connection, event.data.object);
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.refund.updated":
      return ofPayment(connection, event.data.object.payment_intent, (payment) =>
        reversalsOfRefund(payment, event.data.object),
      );
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return ofPayment(connection, event.data.object.payment_intent, (payment) =>
        reversalsOfDispute(payment, event.data.object, event.type),
      );
    default:
      return event.type.startsWith("issuing_") ? [spendEvent(event)] : [];
  }
}

/** Fetches each refund, because a charge reports only a running total. */
async function refundsOfCharge(
  connection: Connection,
  charge: Stripe.Charge,
): Promise<readonly PaymentReversed[]> {
  const mark = readMark(charge.metadata);
  const paymentReference = idOf(charge.payment_intent);
  if (mark === null || paymentReference === null) return [];
  const refunds = await readPages(
    (page) =>
      askStripe(connection, () =>
        connection.client.refunds.list({ charge: charge.id, ...page }, connection.requests),
      ),
    maximumRefunds,
  );
  const payment = { paymentReference, workspaceId: mark.workspaceId };
  return refunds.flatMap((refund) => reversalsOfRefund(payment, refund));
}

/** Finds the marked payment of a refund or dispute, which have no mark. */
async function ofPayment(
  connection: Connection,
  paymentIntent: string | Stripe.PaymentIntent | null,
  tell: (payment: ReversedPayment) => readonly PaymentReversed[],
): Promise<readonly PaymentReversed[]> {
  const paymentReference = idOf(paymentIntent);
  if (paymentReference === null) return [];
  const { metadata } = await askStripe(connection, () =>
    connection.client.paymentIntents.retrieve(paymentReference, {}, connection.requests),
  );
  const mark = readMark(metadata);
  return mark === null ? [] : tell({ paymentReference, workspaceId: mark.workspaceId });
}

function spendEvent({ id, type, created, data, account, context }: Stripe.Event): PaymentEvent {
  const other = account ?? context ?? null;
  return {
    kind: "spend",
    id,
    name: type,
    occurredAt: created * 1_000,
    object: data.object as unknown as Json,
    ...(other !== null && { account: other }),
  };
}

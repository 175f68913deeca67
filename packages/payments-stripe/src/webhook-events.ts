import {
  type Json,
  type PaymentEvent,
  type PaymentReversed,
  TreasuryError,
  type WebhookDelivery,
} from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import { idOf } from "./checkouts.ts";
import type { Connection } from "./connection.ts";
import { readMark } from "./marker.ts";
import { readPages } from "./read-pages.ts";
import { type ReversedPayment, reversalsOfDispute, reversalsOfRefund } from "./reversals.ts";
import { paymentOfSession } from "./session-payment.ts";
import { askStripe } from "./stripe-failure.ts";

const toleranceSeconds = 300;
/** Per payment; Stripe's own limit is lower. */
const maximumRefunds = 1_000;

/** Verifies a delivery and returns its events. */
export async function eventsOf(
  connection: Connection,
  delivery: WebhookDelivery,
  secret: string,
  accounts: readonly string[],
): Promise<readonly PaymentEvent[]> {
  const event = await verified(connection, delivery, secret);
  if (isOfOtherAccount(event, accounts)) return [];
  checkMode(connection, "event", event.livemode);
  return read(connection, event);
}

/**
 * Whether an event belongs to another account. Such an account writes its own metadata, so that its
 * sessions can carry the treasury's mark.
 */
function isOfOtherAccount(event: Stripe.Event, accounts: readonly string[]): boolean {
  const { account, context } = event;
  return [account, context].some((name) => name != null && !accounts.includes(name));
}

/**
 * Checks the header `stripe-signature` before the signed body is read. It only avoids reading
 * bodies, because a caller can forge the header.
 *
 * @throws TreasuryError `webhook_signature_invalid` when it is missing, malformed or older than 5
 * minutes.
 */
export function checkSignatureHeader(headers: WebhookDelivery["headers"]): void {
  const given = (headers["stripe-signature"] ?? "").split(",");
  const [, seconds] =
    /^t=(\d{1,12})$/.exec(given.find((part) => part.startsWith("t=")) ?? "") ?? [];
  const isSigned = given.some((part) => /^v1=[\da-f]{64}$/.test(part));
  const oldest = Date.now() / 1_000 - toleranceSeconds;
  if (seconds === undefined || !isSigned || Number(seconds) < oldest) throw signatureInvalid();
}

async function verified(
  { client }: Connection,
  { body, headers }: WebhookDelivery,
  secret: string,
): Promise<Stripe.Event> {
  try {
    const signature = headers["stripe-signature"] ?? "";
    return await client.webhooks.constructEventAsync(body, signature, secret, toleranceSeconds);
  } catch {
    // The SDK's error repeats the delivery.
    throw signatureInvalid();
  }
}

function signatureInvalid(): TreasuryError {
  return new TreasuryError(
    "webhook_signature_invalid",
    "The delivery is not signed by Stripe with this endpoint's secret, or is older than 5 minutes.",
  );
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

/** @throws TreasuryError `webhook_mode_mismatch`. */
function checkMode({ mode }: Connection, what: "event" | "session", isLive: boolean): void {
  if (isLive === (mode === "live")) return;
  throw new TreasuryError(
    "webhook_mode_mismatch",
    `The ${what} is of ${isLive ? "live" : "test"} mode, and the key of ${mode} mode.`,
  );
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
      askStripe(connection, () => connection.client.refunds.list({ charge: charge.id, ...page })),
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
    connection.client.paymentIntents.retrieve(paymentReference),
  );
  const mark = readMark(metadata);
  return mark === null ? [] : tell({ paymentReference, workspaceId: mark.workspaceId });
}

function spendEvent({ id, type, created, data }: Stripe.Event): PaymentEvent {
  return {
    kind: "spend",
    id,
    name: type,
    occurredAt: created * 1_000,
    object: data.object as unknown as Json,
  };
}

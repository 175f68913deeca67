import { Stripe } from "stripe";
import { webhookSecret } from "./stand-in-account.fixture.ts";

export const depositMark = { agent_treasury: "deposit", agent_treasury_workspace: "acme" };

const now = 1_790_000_000;

/** A paid session in the SDK's types; `changes` override its fields. */
export function session(
  changes: Partial<Stripe.Checkout.Session> = {},
): Partial<Stripe.Checkout.Session> {
  return {
    id: "cs_test_1",
    object: "checkout.session",
    amount_total: 5_000,
    created: now,
    currency: "usd",
    expires_at: now + 86_400,
    livemode: false,
    metadata: depositMark,
    mode: "payment",
    payment_intent: "pi_1",
    payment_status: "paid",
    status: "complete",
    url: null,
    ...changes,
  } satisfies Partial<Stripe.Checkout.Session>;
}

export function paymentIntent(
  changes: Partial<Stripe.PaymentIntent> = {},
): Partial<Stripe.PaymentIntent> {
  return {
    id: "pi_1",
    object: "payment_intent",
    amount: 5_000,
    currency: "usd",
    livemode: false,
    metadata: depositMark,
    ...changes,
  } satisfies Partial<Stripe.PaymentIntent>;
}

export function refund(changes: Partial<Stripe.Refund> = {}): Partial<Stripe.Refund> {
  return {
    id: "re_1",
    object: "refund",
    amount: 2_000,
    charge: "ch_1",
    created: now,
    currency: "usd",
    payment_intent: "pi_1",
    status: "succeeded",
    ...changes,
  } satisfies Partial<Stripe.Refund>;
}

export function dispute(changes: Partial<Stripe.Dispute> = {}): Partial<Stripe.Dispute> {
  return {
    id: "du_1",
    object: "dispute",
    amount: 5_000,
    balance_transactions: [],
    charge: "ch_1",
    created: now,
    currency: "usd",
    livemode: false,
    payment_intent: "pi_1",
    ...changes,
  } satisfies Partial<Stripe.Dispute>;
}

export function event(
  type: Stripe.Event.Type,
  object: object,
  changes: Partial<Omit<Stripe.EventBase, "data">> = {},
): object {
  return {
    id: "evt_1",
    object: "event",
    api_version: "2026-10-28",
    created: now,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
    data: { object },
    ...changes,
  } satisfies Omit<Stripe.EventBase, "data"> & { data: { object: object } };
}

/** A delivery that the SDK itself signed. */
export async function delivered(
  content: object | string,
  signing: { readonly secret?: string; readonly timestamp?: number } = {},
): Promise<{ readonly body: Uint8Array; readonly headers: Record<string, string> }> {
  const { secret = webhookSecret, timestamp = Math.floor(Date.now() / 1_000) } = signing;
  const payload = typeof content === "string" ? content : JSON.stringify(content);
  const { webhooks } = new Stripe("sk_test_signsOnly");
  const header = await webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp });
  return { body: new TextEncoder().encode(payload), headers: { "stripe-signature": header } };
}

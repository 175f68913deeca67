import {
  type CheckoutReceipt,
  type CheckoutRequest,
  type CheckoutSession,
  TreasuryError,
  Micros,
} from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import type { Connection } from "./connection.ts";
import { markMetadata, readMark } from "./marker.ts";
import { askStripe, isMissing } from "./stripe-failure.ts";

export async function createCheckout(
  connection: Connection,
  request: CheckoutRequest,
): Promise<CheckoutSession> {
  const { idempotencyKey } = request;
  const session = await askStripe(connection, () =>
    connection.client.checkout.sessions.create(depositParams(request), { idempotencyKey }),
  );
  // A repeated key returns the same session, which has no page once it is paid.
  return {
    id: session.id,
    url: session.url ?? request.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", session.id),
    expiresAt: session.expires_at * 1_000,
  };
}

function depositParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { workspaceId, amount, successUrl, cancelUrl } = request;
  const metadata = markMetadata({ purpose: "deposit", workspaceId });
  return {
    mode: "payment",
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: Micros.toCents(amount),
          product_data: { name: `Deposit to ${workspaceId}` },
        },
      },
    ],
    success_url: successUrl,
    cancel_url: cancelUrl,
    metadata,
    payment_intent_data: { metadata },
    // The amount paid counts, in dollars alone.
    adaptive_pricing: { enabled: false },
  };
}

/**
 * Reads a deposit's checkout. A checkout of another product, or of an offer, belongs to no
 * workspace.
 */
export async function readCheckout(
  connection: Connection,
  sessionId: string,
): Promise<CheckoutReceipt> {
  // Any other text could reach another path of the API.
  if (!/^cs_\w{1,300}$/.test(sessionId)) {
    throw noSuchCheckout();
  }
  const session = await askStripe(connection, () =>
    connection.client.checkout.sessions.retrieve(sessionId),
  ).catch((error: unknown) => {
    throw isMissing(error) ? noSuchCheckout(error) : error;
  });
  checkLiveMode(connection, session.livemode);
  const mark = session.mode === "payment" ? readMark(session.metadata) : null;
  return {
    id: session.id,
    workspaceId: mark?.purpose === "deposit" ? mark.workspaceId : null,
    paid: session.payment_status === "paid",
    amount: Micros.fromCents(session.amount_total ?? 0),
    currency: session.currency ?? "none",
    paymentReference: idOf(session.payment_intent),
  };
}

function noSuchCheckout(cause?: unknown): TreasuryError {
  const options = { cause, isOfCaller: true };
  return new TreasuryError(
    "payment_processor_error",
    "Stripe has no such checkout session.",
    options,
  );
}

/** The app's own client may use a key of another mode than its `mode` option. */
export function checkLiveMode({ mode }: Connection, isLive: boolean): void {
  if (isLive === (mode === "live")) return;
  throw new TreasuryError(
    "payment_processor_error",
    `Stripe answered in ${isLive ? "live" : "test"} mode, but the treasury is configured for ${mode} mode.`,
  );
}

export function idOf(object: string | { readonly id: string } | null): string | null {
  return typeof object === "string" ? object : (object?.id ?? null);
}

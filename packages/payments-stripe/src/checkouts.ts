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
import { askStripe } from "./stripe-failure.ts";

/** Opens a hosted Checkout for a deposit. */
export async function createCheckout(
  connection: Connection,
  request: CheckoutRequest,
): Promise<CheckoutSession> {
  const { idempotencyKey } = request;
  const session = await askStripe(connection, () =>
    connection.client.checkout.sessions.create(depositParams(request), { idempotencyKey }),
  );
  // Also when it has been paid since: the same key gives the same session, and then it has no page.
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
    // What the payer pays is what counts, in the one currency that counts.
    adaptive_pricing: { enabled: false },
  };
}

/** Reads a deposit's checkout. One of another product, or of an offer, belongs to no workspace. */
export async function readCheckout(
  connection: Connection,
  sessionId: string,
): Promise<CheckoutReceipt> {
  // Anything else could reach another path of the API.
  if (!/^cs_\w{1,300}$/.test(sessionId)) {
    throw new TreasuryError("payment_processor_error", "Stripe knows no such checkout session.");
  }
  const session = await askStripe(connection, () =>
    connection.client.checkout.sessions.retrieve(sessionId),
  );
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

/** The app's own client may move another kind of money than the app said. */
export function checkLiveMode({ mode }: Connection, isLive: boolean): void {
  if (isLive === (mode === "live")) return;
  throw new TreasuryError(
    "payment_processor_error",
    `Stripe answered in ${isLive ? "live" : "test"} mode, and the treasury was set up for ${mode} mode.`,
  );
}

/** The id of what may have been expanded. */
export function idOf(object: string | { readonly id: string } | null): string | null {
  return typeof object === "string" ? object : (object?.id ?? null);
}

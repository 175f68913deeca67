import {
  type Offer,
  type OfferRequest,
  type PaymentCollected,
  type PaymentPage,
  TreasuryError,
  Micros,
} from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import { checkLiveMode } from "./checkouts.ts";
import type { Connection } from "./connection.ts";
import { markMetadata } from "./marker.ts";
import { cursorAfter, pageAfter } from "./read-pages.ts";
import { paymentOfSession } from "./session-payment.ts";
import { askStripe } from "./stripe-failure.ts";

export async function createOffer(connection: Connection, request: OfferRequest): Promise<Offer> {
  const { idempotencyKey } = request;
  const link = await askStripe(connection, () =>
    connection.client.paymentLinks.create(linkParams(request), { idempotencyKey }),
  );
  checkLiveMode(connection, link.livemode);
  return { id: link.id, url: link.url };
}

function linkParams(request: OfferRequest): Stripe.PaymentLinkCreateParams {
  const { workspaceId, title, description, amount } = request;
  // Stripe copies a link's metadata to its sessions, but not to their payment intents.
  const metadata = markMetadata({ purpose: "revenue", workspaceId });
  return {
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: Micros.toCents(amount),
          product_data: { name: title, ...(description !== null && { description }) },
        },
      },
    ],
    metadata,
    payment_intent_data: { metadata },
  };
}

export async function collectedOnOffer(
  connection: Connection,
  { offerId, cursor }: { readonly offerId: string; readonly cursor: string | null },
): Promise<PaymentPage<PaymentCollected>> {
  if (!/^plink_\w{1,300}$/.test(offerId) || (cursor !== null && !/^cs_\w{1,300}$/.test(cursor))) {
    throw new TreasuryError("payment_processor_error", "Stripe has no such payment link.");
  }
  const page = await askStripe(connection, () =>
    connection.client.checkout.sessions.list({
      payment_link: offerId,
      status: "complete",
      ...pageAfter(cursor),
    }),
  );
  for (const { livemode } of page.data) checkLiveMode(connection, livemode);
  const items = page.data.map(paymentOfSession).filter((payment) => payment !== null);
  return { items, cursor: cursorAfter(page) };
}

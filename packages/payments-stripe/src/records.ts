import {
  Micros,
  type PaymentPage,
  type PaymentRecord,
  type PaymentRecords,
  TreasuryError,
} from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import { checkLiveMode, idOf } from "./checkouts.ts";
import type { Connection } from "./connection.ts";
import { readMark } from "./marker.ts";
import { cursorAfter, pageAfter } from "./read-pages.ts";
import { reversalsOfDispute, reversalsOfRefund } from "./reversals.ts";
import { paymentOfSession } from "./session-payment.ts";
import { askStripe } from "./stripe-failure.ts";

const listings = ["sessions", "refunds", "disputes"] as const;

type Listing = (typeof listings)[number];
type Period = { readonly gte: number; readonly lt: number };

/**
 * Returns Stripe's records by page: the sessions of a period, then its refunds, then its disputes.
 */
export async function listRecords(
  connection: Connection,
  { from, to, cursor }: Parameters<PaymentRecords["list"]>[0],
): Promise<PaymentPage<PaymentRecord>> {
  const { listing, after } = readCursor(cursor);
  const created = { gte: Math.floor(from / 1_000), lt: Math.ceil(to / 1_000) };
  const page = await readers[listing](connection, created, after);
  if (page.cursor !== null) return { ...page, cursor: `${listing}:${page.cursor}` };
  const next = listings[listings.indexOf(listing) + 1];
  return { ...page, cursor: next === undefined ? null : `${next}:` };
}

function readCursor(cursor: string | null): { listing: Listing; after: string | null } {
  if (cursor === null) return { listing: "sessions", after: null };
  const [, word, after] = /^(\w+):(\w{0,300})$/.exec(cursor) ?? [];
  const listing = listings.find((name) => name === word);
  if (listing === undefined || after === undefined) {
    throw new TreasuryError("payment_processor_error", "Invalid cursor of Stripe's records.");
  }
  return { listing, after: after === "" ? null : after };
}

const readers: Readonly<
  Record<
    Listing,
    (
      connection: Connection,
      created: Period,
      after: string | null,
    ) => Promise<PaymentPage<PaymentRecord>>
  >
> = {
  sessions: async (connection, created, after) => {
    const page = await askStripe(connection, () =>
      connection.client.checkout.sessions.list({
        created,
        status: "complete",
        expand: ["data.payment_intent.latest_charge.balance_transaction"],
        ...pageAfter(after),
      }),
    );
    const items = page.data.flatMap((session) => {
      checkLiveMode(connection, session.livemode);
      const event = paymentOfSession(session);
      return event === null ? [] : [{ event, fee: feeOf(session), at: session.created * 1_000 }];
    });
    return { items, cursor: cursorAfter(page) };
  },
  refunds: async (connection, created, after) => {
    const expand = ["data.payment_intent"];
    const page = await askStripe(connection, () =>
      connection.client.refunds.list({ created, expand, ...pageAfter(after) }),
    );
    const items = page.data.flatMap((refund) => {
      const payment = reversedPayment(refund.payment_intent);
      const events = payment === null ? [] : reversalsOfRefund(payment, refund);
      return events.map((event) => ({ event, fee: null, at: refund.created * 1_000 }));
    });
    return { items, cursor: cursorAfter(page) };
  },
  disputes: async (connection, created, after) => {
    const expand = ["data.payment_intent"];
    const page = await askStripe(connection, () =>
      connection.client.disputes.list({ created, expand, ...pageAfter(after) }),
    );
    const items = page.data.flatMap((dispute) => {
      const payment = reversedPayment(dispute.payment_intent);
      const events = payment === null ? [] : reversalsOfDispute(payment, dispute, "listed");
      return events.map((event) => ({ event, fee: null, at: dispute.created * 1_000 }));
    });
    return { items, cursor: cursorAfter(page) };
  },
};

function reversedPayment(intent: string | Stripe.PaymentIntent | null) {
  const paymentReference = idOf(intent);
  const mark = typeof intent === "string" ? null : readMark(intent?.metadata);
  if (mark === null || paymentReference === null) return null;
  return { paymentReference, workspaceId: mark.workspaceId };
}

function feeOf({ payment_intent: intent }: Stripe.Checkout.Session): Micros | null {
  if (intent === null || typeof intent === "string") return null;
  const { latest_charge: charge } = intent;
  if (charge === null || typeof charge === "string") return null;
  const { balance_transaction: settled } = charge;
  if (settled === null || typeof settled === "string" || settled.currency !== "usd") return null;
  return Micros.fromCents(settled.fee);
}

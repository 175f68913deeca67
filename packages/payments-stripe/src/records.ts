import {
  Micros,
  type PaymentPage,
  type PaymentRecord,
  type PaymentRecords,
  TreasuryError,
} from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import { checkLiveMode, idOf } from "./checkouts.ts";
import { type Connection, ofAccount } from "./connection.ts";
import { readMark } from "./marker.ts";
import { cursorAfter, pageAfter } from "./read-pages.ts";
import { reversalsOfDispute, reversalsOfRefund } from "./reversals.ts";
import { paymentOfSession } from "./session-payment.ts";
import { askStripe } from "./stripe-failure.ts";

const listings = ["sessions", "refunds", "disputes"] as const;

type Listing = (typeof listings)[number];
type Period = { readonly gte: number; readonly lt: number };

/**
 * Returns Stripe's records by page: the sessions of a period, then its refunds, then its disputes, then
 * those of each other account.
 */
export async function listRecords(
  connection: Connection,
  others: readonly string[],
  { from, to, cursor }: Parameters<PaymentRecords["list"]>[0],
): Promise<PaymentPage<PaymentRecord>> {
  const accounts = ["", ...others];
  const { account, listing, after } = readCursor(cursor ?? "sessions:", accounts);
  const created = { gte: Math.floor(from / 1_000), lt: Math.ceil(to / 1_000) };
  const asked = ofAccount(connection, account === "" ? null : account);
  const page = await readers[listing](asked, created, after);
  if (page.cursor !== null) return { ...page, cursor: cursorOf(listing, page.cursor, account) };
  const next = listings[listings.indexOf(listing) + 1];
  if (next !== undefined) return { ...page, cursor: cursorOf(next, "", account) };
  const other = accounts[accounts.indexOf(account) + 1];
  return { ...page, cursor: other === undefined ? null : cursorOf("sessions", "", other) };
}

function cursorOf(listing: Listing, after: string, account: string): string {
  return `${listing}:${after}${account === "" ? "" : `:${account}`}`;
}

function readCursor(
  cursor: string,
  accounts: readonly string[],
): { account: string; listing: Listing; after: string | null } {
  const [, word, after, account = ""] = /^(\w+):(\w{0,300})(?::(.+))?$/.exec(cursor) ?? [];
  const listing = listings.find((name) => name === word);
  if (listing === undefined || after === undefined || !accounts.includes(account)) {
    throw new TreasuryError("payment_processor_error", "Invalid cursor of Stripe's records.");
  }
  return { account, listing, after: after === "" ? null : after };
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
      connection.client.checkout.sessions.list(
        {
          created,
          status: "complete",
          expand: ["data.payment_intent.latest_charge.balance_transaction"],
          ...pageAfter(after),
        },
        connection.requests,
      ),
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
      connection.client.refunds.list({ created, expand, ...pageAfter(after) }, connection.requests),
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
      connection.client.disputes.list(
        { created, expand, ...pageAfter(after) },
        connection.requests,
      ),
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

import { type SpendFinding, Micros } from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import type { Connection } from "../connection.ts";
import { readPages } from "../read-pages.ts";
import { isDelivered } from "./card-mark.ts";

/** Of one card; a single payment has few. */
const maximumTransactions = 1_000;

/**
 * What became of a card's payment, by Stripe's own records of it. What may be captured meanwhile is looked
 * at before what was: a payment that left the one listing is in the other by then.
 */
export async function outcomeOfCard(
  { client }: Connection,
  card: Stripe.Issuing.Card,
): Promise<SpendFinding> {
  const pending = await client.issuing.authorizations.list({
    card: card.id,
    status: "pending",
    limit: 1,
  });
  const transactions = await readPages(
    (page) => client.issuing.transactions.list({ card: card.id, ...page }),
    maximumTransactions,
  );
  const captures = transactions.flatMap(captureOf);
  if (captures.length > 0) return { kind: "executed", captures, reference: card.id };
  if (pending.data.length > 0) return { kind: "in_progress", reference: card.id };
  if (card.status === "canceled") {
    return { kind: "declined", reason: "The card was closed, and nobody had paid with it." };
  }
  // Nobody can have paid with a card that nobody has: asked to pay again, the payer is given it.
  return isDelivered(card) ? { kind: "in_progress", reference: card.id } : { kind: "not_sent" };
}

/** Money that a card's network took; Stripe writes it below zero. */
export function captureOf(
  transaction: Stripe.Issuing.Transaction,
): { id: string; amount: ReturnType<typeof Micros.of> }[] {
  const { id, type, amount, currency } = transaction;
  if (type !== "capture" || currency !== "usd" || amount >= 0) return [];
  return [{ id, amount: Micros.of(BigInt(-amount) * Micros.perCent) }];
}

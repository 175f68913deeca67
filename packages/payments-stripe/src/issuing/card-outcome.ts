import {
  Micros,
  type SpendCapture,
  type SpendFinding,
  type SpendRefund,
} from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import type { Connection } from "../connection.ts";
import { readPages } from "../read-pages.ts";
import { isDelivered } from "./card-mark.ts";

/** Per card; a single payment has few. */
const maximumTransactions = 1_000;

/** What was paid by a card. */
export interface CardPayment {
  readonly captures: readonly SpendCapture[];
  readonly refunds: readonly SpendRefund[];
  /** Whether an authorization is open, so that more captures may follow. */
  readonly isOpen: boolean;
  /** Whether a transaction is not in USD, so that its amount is unknown. */
  readonly hasOtherCurrency: boolean;
}

/**
 * Reads a card's payment from Stripe's records. Authorizations are read before captures, so that a
 * payment captured in between appears in the second listing.
 *
 * @param reported a transaction that an event contained, and that the listing may still lack.
 */
export async function paymentOfCard(
  { client, requests }: Connection,
  cardId: string,
  reported: readonly Stripe.Issuing.Transaction[] = [],
): Promise<CardPayment> {
  const pending = await client.issuing.authorizations.list(
    { card: cardId, status: "pending", limit: 1 },
    requests,
  );
  const listed = await readPages(
    (page) => client.issuing.transactions.list({ card: cardId, ...page }, requests),
    maximumTransactions,
  );
  const transactions = new Map([...reported, ...listed].map((one) => [one.id, one]));
  const all = [...transactions.values()];
  return {
    captures: capturesOf(all),
    refunds: all.filter((one) => isInUsd(one) && one.amount > 0).map(movementOf),
    isOpen: pending.data.length > 0,
    hasOtherCurrency: !all.every(isInUsd),
  };
}

/** Returns what left the account. A refund that was taken back has a negative amount, as a capture. */
export function capturesOf(
  transactions: readonly Stripe.Issuing.Transaction[],
): readonly SpendCapture[] {
  return transactions.filter((one) => isInUsd(one) && one.amount < 0).map(movementOf);
}

function isInUsd({ currency }: Stripe.Issuing.Transaction): boolean {
  return currency === "usd";
}

function movementOf({ id, amount }: Stripe.Issuing.Transaction): SpendCapture {
  return { id, amount: Micros.fromCents(Math.abs(amount)) };
}

/** Returns the outcome of a card's payment. */
export async function outcomeOfCard(
  connection: Connection,
  card: Stripe.Issuing.Card,
): Promise<SpendFinding> {
  const { id: reference, status } = card;
  const { captures, isOpen, hasOtherCurrency } = await paymentOfCard(connection, reference);
  if (captures.length > 0) {
    return isOpen
      ? { kind: "in_progress", captures, reference }
      : { kind: "executed", captures, reference };
  }
  if (isOpen) return { kind: "in_progress", reference };
  if (hasOtherCurrency) {
    return { kind: "unknown", reason: "The card was charged in another currency." };
  }
  if (status === "canceled") return { kind: "declined", reason: closedUnused };
  // An undelivered card cannot have been used, so the payer receives it on the next attempt.
  return isDelivered(card) ? { kind: "in_progress", reference } : { kind: "not_sent" };
}

export const closedUnused = "The card was closed without a payment.";

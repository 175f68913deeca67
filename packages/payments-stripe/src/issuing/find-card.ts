import type { SpendFinding, SpendOrder } from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import type { Connection } from "../connection.ts";
import { readPages } from "../read-pages.ts";
import { readCardMark } from "./card-mark.ts";
import { outcomeOfCard } from "./card-outcome.ts";

/** Per cardholder since an order. Beyond this the spend needs review. */
const maximumCards = 10_000;
/** Stripe's clock and the storage's clock may differ. */
const clockSlackSeconds = 600;

export async function findPayment(
  connection: Connection,
  cardholder: string,
  order: SpendOrder,
): Promise<SpendFinding> {
  const card = await findCard(connection, cardholder, order);
  return card === undefined ? { kind: "not_sent" } : outcomeOfCard(connection, card);
}

async function findCard(
  { client }: Connection,
  cardholder: string,
  { proposalId, reference, heldAt }: SpendOrder,
): Promise<Stripe.Issuing.Card | undefined> {
  const isOurs = (card: Stripe.Issuing.Card): boolean =>
    readCardMark(card)?.proposalId === proposalId;
  if (reference !== null) {
    const card = await client.issuing.cards.retrieve(reference);
    if (isOurs(card)) return card;
  }
  const created = { gte: Math.floor(heldAt / 1_000) - clockSlackSeconds };
  const cards = await readPages(
    (page) => client.issuing.cards.list({ cardholder, created, ...page }),
    maximumCards,
  );
  return cards.find(isOurs);
}

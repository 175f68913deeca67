import type { SpendEvent, SpendNotice } from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import type { Connection } from "../connection.ts";
import { readCardMark } from "./card-mark.ts";
import { captureOf, outcomeOfCard } from "./card-outcome.ts";

export async function readNotices(
  connection: Connection,
  { name, object }: SpendEvent,
): Promise<readonly SpendNotice[]> {
  switch (name) {
    case "issuing_transaction.created": {
      const transaction = object as unknown as Stripe.Issuing.Transaction;
      const captures = captureOf(transaction);
      return captures.length === 0 ? [] : captured(connection, transaction.card, captures);
    }
    case "issuing_card.updated": {
      const { id, status } = object as unknown as Stripe.Issuing.Card;
      return status === "canceled" ? whenUnused(connection, id) : [];
    }
    case "issuing_authorization.updated": {
      const { card, status } = object as unknown as Stripe.Issuing.Authorization;
      return status === "pending" ? [] : whenUnused(connection, card.id);
    }
    default:
      return [];
  }
}

async function captured(
  { client }: Connection,
  named: string | Stripe.Issuing.Card,
  captures: ReturnType<typeof captureOf>,
): Promise<readonly SpendNotice[]> {
  const card = await client.issuing.cards.retrieve(typeof named === "string" ? named : named.id);
  const mark = readCardMark(card);
  return mark === null ? [] : [{ kind: "captured", ...mark, captures, reference: card.id }];
}

/** Fetches the card's current state, because an event may be old. */
async function whenUnused(connection: Connection, cardId: string): Promise<readonly SpendNotice[]> {
  const card = await connection.client.issuing.cards.retrieve(cardId);
  const mark = readCardMark(card);
  if (mark === null) return [];
  const outcome = await outcomeOfCard(connection, card);
  return outcome.kind === "declined" ? [{ kind: "released", ...mark, reason: outcome.reason }] : [];
}

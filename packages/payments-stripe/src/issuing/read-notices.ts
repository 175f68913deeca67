import type { SpendEvent, SpendNotice } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { Stripe } from "stripe";
import { idOf } from "../checkouts.ts";
import { type Connection, ofAccount } from "../connection.ts";
import { readCardMark } from "./card-mark.ts";
import { closedUnused, paymentOfCard } from "./card-outcome.ts";

export async function readNotices(
  own: Connection,
  { name, object, account }: SpendEvent,
): Promise<readonly SpendNotice[]> {
  const connection = ofAccount(own, account);
  switch (name) {
    case "issuing_transaction.created": {
      const transaction = fromStored<Stripe.Issuing.Transaction>(object);
      return noticesOf(connection, idOf(transaction.card), { transaction });
    }
    case "issuing_card.updated": {
      const { id, status } = fromStored<Stripe.Issuing.Card>(object);
      return status === "canceled" ? noticesOf(connection, id) : [];
    }
    case "issuing_authorization.created":
    case "issuing_authorization.updated": {
      const authorization = fromStored<Stripe.Issuing.Authorization>(object);
      if (authorization.approved && authorization.status === "pending") return [];
      return noticesOf(connection, authorization.card.id, { authorization });
    }
    default:
      return [];
  }
}

interface Reported {
  readonly transaction?: Stripe.Issuing.Transaction;
  readonly authorization?: Stripe.Issuing.Authorization;
}

/** Fetches the card's current state, because an event may be old or the only one that arrives. */
async function noticesOf(
  connection: Connection,
  cardId: string | null,
  { transaction, authorization }: Reported = {},
): Promise<readonly SpendNotice[]> {
  if (cardId === null) return [];
  const card = await connection.client.issuing.cards.retrieve(cardId, {}, connection.requests);
  const mark = readCardMark(card);
  if (mark === null) return [];
  const reported = transaction === undefined ? [] : [transaction];
  const payment = await paymentOfCard(connection, cardId, reported);
  const { captures, refunds, isOpen } = payment;
  const notices: SpendNotice[] = [];
  if (captures.length > 0) {
    notices.push({ kind: "captured", ...mark, captures, reference: cardId, isOpen });
  }
  if (refunds.length > 0) notices.push({ kind: "refunded", ...mark, refunds });
  if (authorization !== undefined && reservesNothing(authorization)) {
    const { id: authorizationId } = authorization;
    notices.push({ kind: "authorization_ended", ...mark, authorizationId });
  }
  const isUnused = captures.length === 0 && !isOpen && !payment.hasOtherCurrency;
  if (isUnused && card.status === "canceled") {
    notices.push({ kind: "released", ...mark, reason: closedUnused });
  }
  return notices;
}

/** A closed authorization was captured, and still counts. */
function reservesNothing({ approved, status }: Stripe.Issuing.Authorization): boolean {
  return !approved || status === "reversed" || status === "expired";
}

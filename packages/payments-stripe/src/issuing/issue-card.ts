import { Micros, type SpendOrder, type SpendOutcome } from "@agent-treasury/provider";
import { Stripe } from "stripe";
import type { Connection } from "../connection.ts";
import { deliveredMark, isDelivered, markCard } from "./card-mark.ts";
import type { IssuedCard, StripeIssuingOptions } from "./issuing-options.ts";

/** Makes the card of an order, or finds the one that was made, and gives it to the payer. */
export async function issueCard(
  { client }: Connection,
  options: StripeIssuingOptions,
  order: SpendOrder,
): Promise<SpendOutcome> {
  const cents = order.amount / Micros.perCent;
  if (cents === 0n) return { kind: "declined", reason: "A card cannot pay less than one cent." };
  let created: Stripe.Issuing.Card;
  try {
    created = await client.issuing.cards.create(paramsOf(options, order, Number(cents)), {
      idempotencyKey: `agent-treasury-spend-${order.proposalId}`,
    });
  } catch (error) {
    // What Stripe found wrong with the request made no card. Everything else may have made one.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return { kind: "declined", reason: "Stripe refuses to make a card for it." };
  }
  // What a repeated key answers is what the card was when it was made.
  const card = await client.issuing.cards.retrieve(created.id, { expand: ["number", "cvc"] });
  if (card.status === "active" && !isDelivered(card)) {
    const limit = Micros.of(cents * Micros.perCent);
    const issued = issuedCard(card, order, limit);
    try {
      await options.deliverCard(issued, order.signal);
    } catch {
      // What the callback threw may carry the card: it is the app's own to tell.
      return { kind: "unknown", reason: "The payer could not be given the card." };
    }
    await client.issuing.cards.update(card.id, { metadata: deliveredMark });
  }
  return { kind: "in_progress", reference: card.id };
}

function paramsOf(
  { cardholder, categories = {} }: StripeIssuingOptions,
  order: SpendOrder,
  cents: number,
): Stripe.Issuing.CardCreateParams {
  const allowed = Object.hasOwn(categories, order.category ?? "")
    ? categories[order.category ?? ""]
    : undefined;
  return {
    cardholder,
    currency: "usd",
    type: "virtual",
    status: "active",
    spending_controls: {
      spending_limits: [{ amount: cents, interval: "all_time" }],
      ...(allowed && { allowed_categories: [...allowed] }),
    },
    lifecycle_controls: { cancel_after: { payment_count: 1 } },
    metadata: markCard(order),
  };
}

function issuedCard(card: Stripe.Issuing.Card, order: SpendOrder, limit: Micros): IssuedCard {
  const { number, cvc } = card;
  if (number === undefined || cvc === undefined) {
    throw new Error("Stripe did not tell the card's number: the key may not read it.");
  }
  const { proposalId, workspaceId, vendor, purpose } = order;
  return {
    proposalId,
    workspaceId,
    vendor,
    purpose,
    cardId: card.id,
    limit,
    number,
    cvc,
    expiryMonth: card.exp_month,
    expiryYear: card.exp_year,
  };
}

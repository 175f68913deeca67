import { Micros, type SpendOrder, type SpendOutcome } from "@agent-treasury/provider";
import { Stripe } from "stripe";
import type { Connection } from "../connection.ts";
import { deliveredMark, isDelivered, markCard } from "./card-mark.ts";
import type { IssuedCard, StripeIssuingOptions } from "./issuing-options.ts";

export async function issueCard(
  { client }: Connection,
  options: StripeIssuingOptions,
  order: SpendOrder,
): Promise<SpendOutcome> {
  const cents = order.amount / Micros.perCent;
  if (cents === 0n)
    return { kind: "declined", reason: "A card's limit must be at least one cent." };
  let created: Stripe.Issuing.Card;
  try {
    created = await client.issuing.cards.create(paramsOf(options, order, Number(cents)), {
      idempotencyKey: `agent-treasury-spend-${order.proposalId}`,
    });
  } catch (error) {
    // Only an invalid request certainly created no card.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return { kind: "declined", reason: "Stripe rejected the card request." };
  }
  // A repeated key returns the card's state at creation.
  const card = await client.issuing.cards.retrieve(created.id, { expand: ["number", "cvc"] });
  if (card.status === "active" && !isDelivered(card)) {
    const limit = Micros.of(cents * Micros.perCent);
    const issued = issuedCard(card, order, limit);
    try {
      await options.deliverCard(issued, order.signal);
    } catch {
      // The callback's error may contain the card, so it is not reported.
      return { kind: "unknown", reason: "The card could not be delivered to the payer." };
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
    throw new Error(
      "Stripe did not return the card's number: the key may lack permission to read it.",
    );
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

import {
  type AuthorizationRequest,
  type AuthorizedPayment,
  Micros,
  type WebhookDelivery,
} from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import type { Connection } from "../connection.ts";
import { checkEventMode, isOfOtherAccount, verifiedEvent } from "../verified-event.ts";
import { readCardMark } from "./card-mark.ts";

/** Stripe rejects a response without its version, or of another content type. */
function responseHeaders({ api_version: version }: Stripe.Event): Record<string, string> {
  return { "content-type": "application/json", ...(version && { "stripe-version": version }) };
}

export async function readAuthorization(
  connection: Connection,
  delivery: WebhookDelivery,
  secret: string,
): Promise<AuthorizationRequest> {
  const event = await verifiedEvent(connection, delivery, secret);
  checkEventMode(connection, event);
  const payment =
    event.type === "issuing_authorization.request" && !isOfOtherAccount(event, [])
      ? paymentOf(event.data.object)
      : null;
  return { payment, responseHeaders: responseHeaders(event) };
}

/** Null, which is declined, also for an incomplete request. */
function paymentOf(authorization: Partial<Stripe.Issuing.Authorization>): AuthorizedPayment | null {
  const {
    id: authorizationId,
    card,
    pending_request: request,
    request_history: history,
  } = authorization;
  if (typeof authorizationId !== "string" || !card?.metadata || !Array.isArray(history))
    return null;
  const mark = readCardMark(card);
  if (mark === null || request?.currency !== "usd" || !Number.isSafeInteger(request.amount)) {
    return null;
  }
  // `amount` is rounded or reversed at times, so the history counts what was approved before.
  const approved = history.filter((earlier) => earlier.approved);
  const cents = approved.reduce((sum, { amount }) => sum + amount, request.amount);
  return { ...mark, reference: card.id, authorizationId, amount: Micros.fromCents(cents) };
}

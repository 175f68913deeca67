import type { WebhookAnswer } from "@agent-treasury/contract";
import { TreasuryError } from "../errors.ts";
import { receiveWebhook } from "../funding/receive-webhook.ts";
import type { Service } from "./operations.ts";
import type { ServiceRequest } from "./service-request.ts";
import { wholeBody } from "./whole-body.ts";

/**
 * Takes a delivery to the webhook, byte by byte: its signature covers nothing else.
 *
 * @throws TreasuryError `webhook_body_parsed`, and whatever reading and applying it throws.
 */
export async function takeDelivery(
  { engine }: Service,
  request: ServiceRequest,
  bodyWasRebuilt: boolean,
): Promise<WebhookAnswer> {
  const { bodyUsed, headers } = request.toRequest();
  if (bodyWasRebuilt || bodyUsed) {
    throw new TreasuryError(
      "webhook_body_parsed",
      "A body parser read the delivery, and its bytes, which the signature covers, are gone.",
    );
  }
  const body = await wholeBody(request);
  return receiveWebhook(engine, { body, headers: Object.fromEntries(headers) });
}

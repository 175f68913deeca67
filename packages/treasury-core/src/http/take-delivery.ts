import { type WebhookAnswer, requestLimits } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { wholeBody } from "./read-input.ts";
import type { Deliveries } from "./route-table.ts";
import type { ServiceRequest } from "./service-request.ts";

/**
 * Takes a delivery to the webhook, byte by byte: its signature covers nothing else. Its headers are
 * checked first, so that a caller without a signature cannot make the process buffer a body.
 *
 * @throws TreasuryError `webhook_body_parsed`, and whatever checking, reading and applying it throws.
 */
export async function takeDelivery(
  { check, receive }: Deliveries<"receiveWebhook">,
  request: ServiceRequest,
  bodyWasRebuilt = false,
): Promise<WebhookAnswer> {
  const { bodyUsed, headers: received } = request.toRequest();
  const headers = Object.fromEntries(received);
  check(headers);
  if (bodyWasRebuilt || bodyUsed) {
    throw new TreasuryError(
      "webhook_body_parsed",
      "A body parser read the delivery, and its bytes, which the signature covers, are gone.",
    );
  }
  const body = await wholeBody(request, requestLimits.deliveryBytes);
  return receive({ body, headers });
}

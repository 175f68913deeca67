import { requestLimits } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { wholeBody } from "./read-input.ts";
import type { SignedRoute } from "./route-table.ts";
import type { ServiceRequest } from "./service-request.ts";

/**
 * The signature covers raw bytes. Headers are checked first, so that unsigned requests are not
 * buffered.
 *
 * @throws TreasuryError `webhook_body_parsed`, and errors of checking, reading and applying it.
 */
export async function takeDelivery<Result>(
  { check, receive }: SignedRoute<Result>,
  request: ServiceRequest,
  bodyWasRebuilt = false,
): Promise<Result> {
  const { bodyUsed, headers: received } = request.toRequest();
  const headers = Object.fromEntries(received);
  check(headers);
  if (bodyWasRebuilt || bodyUsed) {
    throw new TreasuryError(
      "webhook_body_parsed",
      "A body parser consumed the delivery, so its signature cannot be verified.",
    );
  }
  const body = await wholeBody(request, requestLimits.deliveryBytes);
  return receive({ body, headers });
}

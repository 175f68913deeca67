import type { WebhookAnswer } from "@agent-treasury/contract";
import { TreasuryError } from "../errors.ts";
import { receiveWebhook } from "../funding/receive-webhook.ts";
import { boundedBody } from "./bounded-body.ts";
import type { Service } from "./operations.ts";

/**
 * Takes a delivery to the webhook, byte by byte: its signature covers nothing else.
 *
 * @throws TreasuryError `webhook_body_parsed`, and whatever reading and applying it throws.
 */
export async function takeDelivery(
  { engine }: Service,
  request: Request,
  bodyWasRebuilt: boolean,
): Promise<WebhookAnswer> {
  if (bodyWasRebuilt || request.bodyUsed) {
    throw new TreasuryError(
      "webhook_body_parsed",
      "A body parser read the delivery, and its bytes, which the signature covers, are gone.",
    );
  }
  const body = await readBytes(request);
  return receiveWebhook(engine, { body, headers: Object.fromEntries(request.headers) });
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of boundedBody(request)) pieces.push(piece);
  const whole = new Uint8Array(pieces.reduce((length, { byteLength }) => length + byteLength, 0));
  let end = 0;
  for (const piece of pieces) {
    whole.set(piece, end);
    end += piece.byteLength;
  }
  return whole;
}

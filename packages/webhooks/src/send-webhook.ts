import type { OutboundFetch, OutboundResponse } from "@agent-treasury/provider";
import { Webhook } from "standardwebhooks";
import type { WebhookPayload } from "./webhook-payload.ts";

export interface SignedMessage {
  readonly url: string;
  /** The same in each attempt, so that the receiver can recognise repetitions. */
  readonly id: string;
  readonly payload: WebhookPayload;
  readonly secrets: readonly string[];
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/** Includes the time of the connection. */
export const requestTimeoutMs = 10_000;

/** The body is read so far and not used. */
const maximumBytes = 16_384;

/** Sends a message with one signature for each secret. */
export function sendWebhook(
  fetch: OutboundFetch,
  { url, id, payload, secrets, nowMs, signal }: SignedMessage,
): Promise<OutboundResponse> {
  const body = JSON.stringify(payload);
  const sentAt = new Date(nowMs);
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body));
  return fetch({
    url,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "agent-treasury-webhooks",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(nowMs / 1000)),
      "webhook-signature": signatures.join(" "),
    },
    body,
    timeoutMs: requestTimeoutMs,
    maximumBytes,
    signal,
  });
}

export function isSuccess({ status }: OutboundResponse): boolean {
  return status >= 200 && status < 300;
}

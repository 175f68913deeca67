import { createHash } from "node:crypto";
import { type OutboundFetch, type OutboundResponse, TreasuryError } from "@agent-treasury/provider";
import webPush from "web-push";
import type { PushKeys } from "./push-keys.ts";
import type { StoredSubscription } from "./subscriptions.ts";

/** All that a push contains. The page reads the rest after sign-in. */
export interface PushContent {
  readonly workspaceId: string;
  readonly proposalId: string;
  readonly kind: "requested" | "reminder" | "escalated";
}

/** Includes the time of the connection. */
const requestTimeoutMs = 10_000;
/** The body is not used. */
const maximumBytes = 1_024;
const longestSeconds = 86_400;

/** Encrypts a push for a browser (RFC 8291), and sends it to its push service. */
export function sendPush(
  fetch: OutboundFetch,
  keys: PushKeys,
  { subscription }: Pick<StoredSubscription, "subscription">,
  content: PushContent,
  { seconds, signal }: { readonly seconds: number; readonly signal: AbortSignal },
): Promise<OutboundResponse> {
  const { headers, body } = encrypted(keys, subscription, content, seconds);
  return fetch({
    url: subscription.endpoint,
    method: "POST",
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `${value}`])),
    body,
    timeoutMs: requestTimeoutMs,
    maximumBytes,
    signal,
  });
}

/** @throws TreasuryError `invalid_request` for keys that are not of the curve. */
export function checkEncryption(
  keys: PushKeys,
  subscription: StoredSubscription["subscription"],
): void {
  const content = { workspaceId: "", proposalId: "", kind: "requested" } as const;
  encrypted(keys, subscription, content, longestSeconds);
}

function encrypted(
  { contact: subject, publicKey, privateKey }: PushKeys,
  subscription: StoredSubscription["subscription"],
  content: PushContent,
  seconds: number,
): { readonly headers: object; readonly body: Uint8Array<ArrayBuffer> } {
  try {
    const { headers, body } = webPush.generateRequestDetails(
      subscription,
      JSON.stringify(content),
      {
        vapidDetails: { subject, publicKey, privateKey },
        contentEncoding: "aes128gcm",
        TTL: Math.max(0, Math.min(longestSeconds, Math.floor(seconds))),
        urgency: "high",
        // A push service replaces an undelivered one of the same spend.
        topic: topicOf(content),
      },
    );
    return { headers, body: new Uint8Array(body ?? []) };
  } catch (cause) {
    const message = "The keys of the subscription cannot encrypt a push.";
    throw new TreasuryError("invalid_request", message, { cause });
  }
}

/** At most 32 characters of base64url. */
function topicOf({ workspaceId, proposalId }: PushContent): string {
  const name = `${workspaceId}/${proposalId}`;
  return createHash("sha256").update(name).digest("base64url").slice(0, 32);
}

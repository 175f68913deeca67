import type { ExecutorStore, OutboundFetch, PaidResource } from "@agent-treasury/provider";
import type { SandboxAuthorization } from "./sandbox-authorization.ts";
import { fromBase64, toBase64, toHeader } from "./sandbox-bytes.ts";
import { quotedBody } from "./sandbox-quote.ts";
import { type SandboxTerms, sandboxProvider } from "./sandbox-terms.ts";

/** The treasury has its own copy once the payment counts. */
const lifetimeMs = 7 * 86_400_000;
const maximumBytes = 262_144;
const timeoutMs = 10_000;

export interface DeliveryDeps {
  readonly outbound: OutboundFetch;
  readonly store: ExecutorStore;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** Repeats the request of a quote with its payment, and stores what the seller returned. */
export async function requestDelivery(
  terms: SandboxTerms,
  payload: SandboxAuthorization,
  { outbound, store, signal, now }: DeliveryDeps,
): Promise<void> {
  const { url, method, contentType, accepted } = terms;
  const { status, headers, body, isTruncated } = await outbound({
    url,
    method,
    headers: {
      accept: "*/*",
      ...(contentType !== null && { "content-type": contentType }),
      "payment-signature": toHeader({ x402Version: 2, accepted, payload }),
    },
    body: await quotedBody(terms, store),
    timeoutMs,
    maximumBytes,
    signal,
  });
  if (status < 200 || status > 299 || isTruncated) return;
  const answer = {
    status,
    contentType: headers["content-type"] ?? null,
    body: toBase64(body),
  };
  await store.put(keyOf(payload), answer, now() + lifetimeMs);
}

/** Returns the first answer to an authorization, or null if there is none. */
export async function delivered(
  payload: SandboxAuthorization,
  store: ExecutorStore,
): Promise<PaidResource | null> {
  const { status, contentType, body } = (await store.get(keyOf(payload))) ?? {};
  if (typeof status !== "number" || typeof body !== "string") return null;
  const type = typeof contentType === "string" ? contentType : null;
  return { status, contentType: type, body: fromBase64(body) };
}

function keyOf({ authorization: { nonce } }: SandboxAuthorization): string {
  return `${sandboxProvider}/answer/${nonce}`;
}

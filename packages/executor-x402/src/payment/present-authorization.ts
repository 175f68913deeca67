import { createHash } from "node:crypto";
import { type OutboundFetch, TreasuryError, type ExecutorStore } from "@agent-treasury/provider";
import { encodePaymentSignatureHeader } from "@x402/core/http";
import type { PreparedAuthorization } from "../authorization/authorization.ts";
import { bodyKey } from "../quote/quote-payment.ts";
import type { QuoteTerms } from "../quote/quote-terms.ts";
import { storeAnswer } from "./seller-answer.ts";

/** Longer answers are not returned, because half an answer may mean something else. */
const maximumBytes = 262_144;

export interface PresentDeps {
  readonly outbound: OutboundFetch;
  readonly store: ExecutorStore;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/**
 * Repeats the request of a quote with its payment, and stores the answer. Returns whether the seller
 * delivered. No redirect is followed, and no other challenge is answered.
 */
export async function presentAuthorization(
  terms: QuoteTerms,
  authorization: PreparedAuthorization,
  { outbound, store, timeoutMs, signal, now }: PresentDeps,
): Promise<boolean> {
  const { url, method, contentType, bodyDigest } = terms;
  const body = bodyDigest === null ? null : await storedBody(store, bodyDigest);
  const {
    status,
    headers,
    body: content,
    isTruncated,
  } = await outbound({
    url,
    method,
    headers: {
      accept: "*/*",
      ...(contentType !== null && { "content-type": contentType }),
      "payment-signature": paymentHeader(terms, authorization),
    },
    body,
    timeoutMs,
    maximumBytes,
    signal,
  });
  if (status < 200 || status > 299) return false;
  if (isTruncated) return true;
  const answer = { status, contentType: headers["content-type"] ?? null, body: content };
  await storeAnswer(store, authorization.nonce, answer, now());
  return true;
}

function paymentHeader(
  { accepted, paymentIdentifier }: QuoteTerms,
  { deploymentId, signature, ...authorization }: PreparedAuthorization,
): string {
  // The nonce alone is public once the payment is on the chain, and sellers return an answer again
  // to the holder of the identifier.
  const secret = `${deploymentId}:${authorization.nonce}`;
  const id = `at_${createHash("sha256").update(secret).digest("hex")}`;
  const { info, ...declared } = paymentIdentifier ?? {};
  const identifier = { ...declared, info: { ...(info as object), id } };
  return encodePaymentSignatureHeader({
    x402Version: 2,
    accepted: accepted as never,
    payload: { signature, authorization },
    ...(paymentIdentifier !== null && { extensions: { "payment-identifier": identifier } }),
  });
}

async function storedBody(store: ExecutorStore, digest: string): Promise<string> {
  const body = (await store.get(bodyKey(digest)))?.["body"];
  if (typeof body === "string" && createHash("sha256").update(body).digest("hex") === digest) {
    return body;
  }
  throw new TreasuryError("spend_executor_error", "The body of the request is no longer stored.");
}

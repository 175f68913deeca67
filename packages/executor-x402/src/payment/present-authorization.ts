import { createHash } from "node:crypto";
import {
  type OutboundFetch,
  type PayeeSignatures,
  TreasuryError,
  type ExecutorStore,
} from "@agent-treasury/provider";
import { bodyKey } from "../quote/quote-payment.ts";
import type { QuoteTerms } from "../quote/quote-terms.ts";
import { answerRest, maximumRestBytes, partBytes, storeAnswer } from "./seller-answer.ts";

/** Returns what the seller signed, by the headers of its answer. */
export type SignaturesIn = (
  headers: Readonly<Record<string, string>>,
) => Promise<PayeeSignatures | null>;

export interface PresentDeps {
  readonly outbound: OutboundFetch;
  readonly store: ExecutorStore;
  /** They present the authorization. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signaturesIn: SignaturesIn;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** The answer of a seller to a payment. */
export type Presented =
  | { readonly kind: "delivered" }
  /** The seller may deliver if it is presented again, after this time if it named one. */
  | { readonly kind: "failed"; readonly retryAfterMs: number | null }
  /** The seller rejected the payment, or answers with a redirect. */
  | { readonly kind: "refused" };

/**
 * Repeats the request of a quote with its payment, and stores the answer. No redirect is followed,
 * and no other challenge is answered.
 *
 * @param answerId of the answer in the store.
 */
export async function presentAuthorization(
  terms: Pick<QuoteTerms, "url" | "method" | "contentType" | "bodyDigest">,
  answerId: string,
  { outbound, store, headers: presenting, signaturesIn, timeoutMs, signal, now }: PresentDeps,
): Promise<Presented> {
  const { url, method, contentType, bodyDigest } = terms;
  const body = bodyDigest === null ? null : await storedBody(store, bodyDigest);
  const rest = answerRest(store, answerId, now());
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
      ...presenting,
    },
    body,
    timeoutMs,
    maximumBytes: partBytes,
    rest: { maximumBytes: maximumRestBytes, write: rest.write },
    signal,
  });
  if (status < 200 || status > 299) {
    const isTemporary = status >= 500 || status === 429 || status === 408 || status === 425;
    if (!isTemporary) return { kind: "refused" };
    return { kind: "failed", retryAfterMs: retryAfterMs(headers["retry-after"]) };
  }
  if (isTruncated) return { kind: "delivered" };
  const signed = await signaturesIn(headers);
  const answer = {
    status,
    contentType: headers["content-type"] ?? null,
    body: content,
    ...(signed !== null && { signed }),
  };
  await storeAnswer(store, answerId, answer, rest, now());
  return { kind: "delivered" };
}

function retryAfterMs(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,5}$/.test(header) ? Number(header) * 1_000 : null;
}

async function storedBody(store: ExecutorStore, digest: string): Promise<string> {
  const body = (await store.get(bodyKey(digest)))?.["body"];
  if (typeof body === "string" && createHash("sha256").update(body).digest("hex") === digest) {
    return body;
  }
  throw new TreasuryError("spend_executor_error", "The body of the request is no longer stored.");
}

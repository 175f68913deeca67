import type { ExecutorStore, PaymentQuote } from "@agent-treasury/provider";
import * as z from "zod";
import { quoteDigest } from "../authorization/quote-digest.ts";
import { jsonObject } from "./quote-terms.ts";

const challengeEcho = z.object({ resource: jsonObject, extensions: jsonObject });

/** What a payment repeats of its challenge, as x402 requires. */
export type ChallengeEcho = z.infer<typeof challengeEcho>;

/** Persists it beside the quote, whose terms would become too long. */
export async function storeEcho(
  store: ExecutorStore,
  quote: PaymentQuote,
  echo: ChallengeEcho,
  expiresAt: number,
): Promise<void> {
  await store.put(keyOf(quote), echo, expiresAt);
}

/** Null for a quote of an earlier version. */
export async function readEcho(
  store: ExecutorStore,
  quote: PaymentQuote | null,
): Promise<ChallengeEcho | null> {
  const stored = quote === null ? null : await store.get(keyOf(quote));
  return challengeEcho.safeParse(stored).data ?? null;
}

/** The treasury adds the type of content that the seller offers. */
function keyOf({ contentType: _contentType, ...quote }: PaymentQuote): string {
  return `echo/${quoteDigest(quote)}`;
}

import type { JsonObject, PaidResource, ExecutorStore } from "@agent-treasury/provider";
import type { Hex } from "viem";

/** The treasury has its own copy once the payment counts. */
const lifetimeMs = 7 * 86_400_000;

/** Persists what a seller returned, before the payment is known to count. */
export async function storeAnswer(
  store: ExecutorStore,
  nonce: Hex,
  { status, contentType, body }: PaidResource,
  nowMs: number,
): Promise<void> {
  const answer = { status, contentType, body: Buffer.from(body).toString("base64") };
  await store.put(keyOf(nonce), answer, nowMs + lifetimeMs);
}

/** Returns the first answer to an authorization, or null if it was lost. */
export async function storedAnswer(store: ExecutorStore, nonce: Hex): Promise<PaidResource | null> {
  const { status, contentType, body }: JsonObject = (await store.get(keyOf(nonce))) ?? {};
  if (typeof status !== "number" || typeof body !== "string") return null;
  const type = typeof contentType === "string" ? contentType : null;
  return { status, contentType: type, body: new Uint8Array(Buffer.from(body, "base64")) };
}

function keyOf(nonce: Hex): string {
  return `x402/answer/${nonce}`;
}

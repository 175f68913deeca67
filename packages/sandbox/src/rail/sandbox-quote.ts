import {
  type ExecutorStore,
  Micros,
  type PaidRequest,
  type PaymentQuote,
  type QuoteAnswer,
  type SellerAnswer,
  TreasuryError,
} from "@agent-treasury/provider";
import { digestOf } from "./sandbox-bytes.ts";
import { readSandboxChallenge } from "./sandbox-requirement.ts";
import { type SandboxTerms, sandboxProvider } from "./sandbox-terms.ts";

const lifetimeMs = 86_400_000;
const maximumDescriptionLength = 300;

/** Pins the bounds of a payment from a seller's challenge. */
export async function quoteSandboxPayment(
  { status, headers }: SellerAnswer,
  { url, method, contentType, body }: PaidRequest,
  store: ExecutorStore,
  nowMs: number,
): Promise<QuoteAnswer> {
  if (status !== 402) return unsupported("The seller did not ask for a payment.");
  const challenge = readSandboxChallenge(headers["payment-required"]);
  if (typeof challenge === "string") return unsupported(challenge);
  const { description, accepted, requirement } = challenge;
  const { amount, payTo, maxTimeoutSeconds } = requirement;
  const expiresAt = nowMs + lifetimeMs;
  const terms: SandboxTerms = {
    url,
    method,
    contentType,
    bodyDigest: body === null ? null : await storeBody(store, body, expiresAt),
    payTo,
    amount,
    maxTimeoutSeconds,
    accepted,
  };
  const quote: PaymentQuote = {
    rail: sandboxProvider,
    payee: new URL(url).origin,
    description: plainText(description),
    maximum: Micros.of(amount),
    isFixed: true,
    expiresAt,
    terms,
  };
  return { kind: "quoted", quote };
}

/**
 * Returns the body of a quoted request.
 *
 * @throws TreasuryError `spend_executor_error` if it is no longer stored.
 */
export async function quotedBody(
  { bodyDigest }: SandboxTerms,
  store: ExecutorStore,
): Promise<string | null> {
  if (bodyDigest === null) return null;
  const body = (await store.get(keyOf(bodyDigest)))?.["body"];
  if (typeof body === "string") return body;
  throw new TreasuryError("spend_executor_error", "The body of the request is no longer stored.");
}

async function storeBody(store: ExecutorStore, body: string, expiresAt: number): Promise<string> {
  const digest = await digestOf(body);
  // A payment may begin when the quote expires.
  await store.put(keyOf(digest), { body }, expiresAt + lifetimeMs);
  return digest;
}

function keyOf(digest: string): string {
  return `${sandboxProvider}/body/${digest}`;
}

/** One line of the seller's text, without control and bidirectional characters. */
function plainText(text: string | null): string | null {
  const line = (text ?? "")
    .replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ")
    .trim()
    .slice(0, maximumDescriptionLength)
    .toWellFormed();
  return line === "" ? null : line;
}

function unsupported(reason: string): QuoteAnswer {
  return { kind: "unsupported", reason };
}

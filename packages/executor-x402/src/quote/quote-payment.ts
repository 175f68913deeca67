import { createHash } from "node:crypto";
import {
  Micros,
  type PaidRequest,
  type PaymentQuote,
  type QuoteAnswer,
  type SellerAnswer,
  type ExecutorStore,
} from "@agent-treasury/provider";
import type { Address } from "viem";
import { isNonceUsed } from "../chain/nonce-state.ts";
import { firstAnswer } from "../chain/rpc-endpoint.ts";
import { tokenDomain } from "../chain/token-domain.ts";
import type { Connection } from "../connection.ts";
import { isClaimed, type PaymentProtocol } from "../payment-protocol.ts";
import { storeEcho } from "./challenge-echo.ts";
import {
  type ChosenRequirement,
  chooseRequirement,
  minimumTimeoutSeconds,
} from "./choose-requirement.ts";
import { plainText } from "./plain-text.ts";
import type { QuoteTerms } from "./quote-terms.ts";

const lifetimeMs = 86_400_000;
const maximumUrlLength = 1_024;
const maximumTermsBytes = 3_072;
/** Many servers accept headers of 16 KiB in all. */
const maximumEchoBytes = 8_192;
const maximumDescriptionLength = 300;
const maximumTypeLength = 100;

export interface QuoteDeps {
  readonly protocol: PaymentProtocol;
  readonly connection: Connection;
  readonly store: ExecutorStore;
  readonly deploymentId: () => Promise<string>;
  readonly now: () => number;
  /** The payer. */
  readonly account: Address;
}

/** Pins the bounds of a payment from a seller's challenge. */
export async function quotePayment(
  answer: SellerAnswer,
  request: PaidRequest,
  deps: QuoteDeps,
): Promise<QuoteAnswer> {
  const { protocol, connection, store, deploymentId, now, account } = deps;
  const url = payableUrl(request.url);
  if (url === null) return unsupported("The address is not a short https:// URL.");
  const challenge = protocol.readChallenge(answer, now());
  if (typeof challenge === "string") return unsupported(challenge);
  const isLong = Buffer.byteLength(JSON.stringify(challenge.echo)) > maximumEchoBytes;
  if (isLong) return unsupported("The seller's challenge is too long.");
  const chosen = await chooseRequirement(challenge.accepts, connection, account);
  if (typeof chosen === "string") return unsupported(chosen);
  const { networkId, network, token, extra, scheme, permit2 } = chosen;
  const domain = await tokenDomain({ network: networkId, token }, network.endpoints, store);
  const isMisnamed = (["name", "version"] as const).some(
    (field) => extra[field] !== undefined && extra[field] !== domain[field],
  );
  if (isMisnamed) return unsupported("The seller names the token differently than its contract.");
  if (await isTaken(chosen, deps)) {
    return unsupported("The seller's challenge is of another payment. Request a new one.");
  }
  const { validUntil } = chosen;
  const latest = now() + lifetimeMs;
  // A payment needs as much time as is required of a challenge.
  const lastMs = ((validUntil ?? Infinity) - minimumTimeoutSeconds) * 1_000;
  const expiresAt = Math.min(latest, lastMs);
  const terms: QuoteTerms = {
    deploymentId: await deploymentId(),
    url: url.href,
    method: request.method,
    contentType: request.contentType,
    bodyDigest: request.body === null ? null : await storeBody(store, request.body, expiresAt),
    scheme,
    permit2,
    network: networkId,
    token,
    tokenName: domain.name,
    tokenVersion: domain.version,
    payTo: chosen.payTo,
    amount: chosen.amount.toString(),
    maxTimeoutSeconds: chosen.maxTimeoutSeconds,
    validUntil,
    accepted: chosen.accepted,
    paymentIdentifier: challenge.paymentIdentifier,
  };
  if (Buffer.byteLength(JSON.stringify(terms)) > maximumTermsBytes) {
    return unsupported("The seller's challenge is too long.");
  }
  const quote: PaymentQuote = {
    rail: protocol.rail,
    payee: url.origin,
    description: plainText(challenge.description, maximumDescriptionLength),
    maximum: Micros.of(chosen.amount),
    isFixed: scheme === "exact",
    expiresAt,
    terms,
  };
  await storeEcho(store, quote, challenge.echo, expiresAt + lifetimeMs);
  const contentType = plainText(challenge.mimeType, maximumTypeLength);
  return { kind: "quoted", quote, ...(contentType !== null && { contentType }) };
}

/** Whether another payment has the nonce that the seller requires. */
async function isTaken(
  { accepted, token, network: { endpoints } }: ChosenRequirement,
  { protocol, store, account }: QuoteDeps,
): Promise<boolean> {
  const nonce = protocol.nonceOf?.(accepted);
  if (nonce === undefined) return false;
  if (await isClaimed(store, nonce)) return true;
  const authorization = { token, from: account, nonce, permit2: null };
  return firstAnswer(endpoints, (client) => isNonceUsed(client, authorization));
}

export function bodyKey(digest: string): string {
  return `body/${digest}`;
}

/** Returns its digest. The payment sends it again. */
export async function storeBody(
  store: ExecutorStore,
  body: string,
  expiresAt: number,
): Promise<string> {
  const digest = createHash("sha256").update(body).digest("hex");
  // A payment may begin when the quote expires.
  await store.put(bodyKey(digest), { body }, expiresAt + lifetimeMs);
  return digest;
}

export function payableUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.protocol !== "https:" || url.href.length > maximumUrlLength) return null;
  return `${url.username}${url.password}${url.hash}` === "" ? url : null;
}

function unsupported(reason: string): QuoteAnswer {
  return { kind: "unsupported", reason };
}

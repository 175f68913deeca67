import {
  claimNonce,
  isClaimed,
  minimumTimeoutSeconds,
  payableUrl,
  plainText,
  storeBody,
} from "@agent-treasury/executor-x402/chain";
import {
  type ExecutorContext,
  type ExecutorStore,
  Micros,
  type PaidRequest,
  type PaymentQuote,
  type PreparedOrder,
  type QuoteAnswer,
  type SellerAnswer,
  TreasuryError,
} from "@agent-treasury/provider";
import { Challenge } from "mppx";
import * as z from "zod";
import {
  challengesOf,
  credentialHeaders,
  defaultValiditySeconds,
  digestOf,
  maximumChallenges,
} from "../mpp-protocol.ts";

export const stripeRail = "mpp_stripe";
const longestQuoteMs = 86_400_000;
const maximumTermsBytes = 3_072;
const maximumDescriptionLength = 300;

const charge = z.object({
  /** In cents. */
  amount: z.string().regex(/^[1-9]\d{0,8}$/),
  currency: z.string(),
  methodDetails: z.object({
    networkId: z.string().min(1).max(200),
    paymentMethodTypes: z.array(z.string()).max(50),
  }),
});

/** The bounds of a payment, as a quote pins them. */
const stripeTerms = z.strictObject({
  /** Only this deployment pays it, because a copy of the database has the same proposals. */
  deploymentId: z.string(),
  url: z.url(),
  method: z.enum(["GET", "POST"]),
  contentType: z.string().nullable(),
  /** SHA-256 of the request's body. */
  bodyDigest: z.string().nullable(),
  /** What the seller asked for, unchanged. */
  challenge: z.string(),
  /** The only seller that can use the token. */
  sellerProfile: z.string(),
  /** When the challenge ends, in seconds since 1970. */
  validUntil: z.int().positive(),
});
export type StripeTerms = z.infer<typeof stripeTerms>;

/** @throws TreasuryError `spend_executor_error` for a quote of another executor. */
export function readTerms(quote: PaymentQuote | null): StripeTerms {
  const terms = stripeTerms.safeParse(quote?.terms);
  if (terms.success) return terms.data;
  throw new TreasuryError("spend_executor_error", "The spend has no quote of this executor.");
}

/** Pins the bounds of a charge of the method `stripe`. */
export async function quoteCharge(
  answer: SellerAnswer,
  request: PaidRequest,
  { store, deploymentId, clock }: ExecutorContext,
): Promise<QuoteAnswer> {
  const url = payableUrl(request.url);
  if (url === null) return unsupported("The address is not a short https:// URL.");
  const now = clock.now();
  const asked = chargeIn(answer, now);
  if (typeof asked === "string") return unsupported(asked);
  const { amount, sellerProfile, validUntil, description } = asked;
  const challenge = Challenge.serialize(asked.challenge);
  if (await isClaimed(store, digestOf(challenge))) {
    return unsupported("The seller's challenge is of another payment. Request a new one.");
  }
  const lastMs = (validUntil - minimumTimeoutSeconds) * 1_000;
  const expiresAt = Math.min(now + longestQuoteMs, lastMs);
  const { method, contentType, body } = request;
  const terms: StripeTerms = {
    deploymentId: await deploymentId(),
    url: url.href,
    method,
    contentType,
    bodyDigest: body === null ? null : await storeBody(store, body, expiresAt),
    challenge,
    sellerProfile,
    validUntil,
  };
  if (Buffer.byteLength(JSON.stringify(terms)) > maximumTermsBytes) {
    return unsupported("The seller's challenge is too long.");
  }
  const quote: PaymentQuote = {
    rail: stripeRail,
    payee: url.origin,
    description: plainText(description, maximumDescriptionLength),
    maximum: amount,
    isFixed: true,
    expiresAt,
    terms,
  };
  return { kind: "quoted", quote };
}

interface AskedCharge {
  readonly challenge: Challenge.Challenge;
  readonly amount: Micros;
  readonly sellerProfile: string;
  readonly validUntil: number;
  readonly description: string | null;
}

/** The first charge that can be paid, or the reason why none can. */
function chargeIn(answer: SellerAnswer, nowMs: number): AskedCharge | string {
  if (answer.status !== 402) return "The seller did not ask for a payment.";
  const challenges = challengesOf(answer);
  if (challenges === null) return "The seller asked for a payment, but not by MPP.";
  const read = challenges
    .slice(0, maximumChallenges)
    .filter(({ method, intent }) => method === "stripe" && intent === "charge")
    .map((challenge) => readCharge(challenge, nowMs));
  const payable = read.find((one) => typeof one !== "string");
  return payable ?? read[0] ?? "The seller does not ask for a charge by Stripe.";
}

function readCharge(challenge: Challenge.Challenge, nowMs: number): AskedCharge | string {
  const { expires, description = null } = challenge;
  if (!credentialHeaders.has(Challenge.credentialHeader(challenge).toLowerCase())) {
    return "The seller asks for the payment in an unknown header.";
  }
  const read = charge.safeParse(challenge.request);
  if (!read.success) return "The seller's charge is not valid.";
  const { amount, currency, methodDetails } = read.data;
  const { networkId: sellerProfile, paymentMethodTypes } = methodDetails;
  if (currency.toLowerCase() !== "usd") return "The seller asks for another currency than USD.";
  if (!paymentMethodTypes.includes("card")) return "The seller does not take cards.";
  const now = Math.floor(nowMs / 1_000);
  const end = expires === undefined ? now + defaultValiditySeconds : Date.parse(expires) / 1_000;
  const validUntil = Math.floor(end);
  if (!(validUntil - now >= minimumTimeoutSeconds)) {
    return `The seller gives a payment less than ${minimumTimeoutSeconds} s.`;
  }
  return {
    challenge,
    amount: Micros.fromCents(Number(amount)),
    sellerProfile,
    validUntil,
    description,
  };
}

/** Reserves the challenge for one proposal. */
export async function claimChallenge(
  store: ExecutorStore,
  { challenge }: StripeTerms,
  order: PreparedOrder,
): Promise<void> {
  if (await claimNonce(store, digestOf(challenge), order)) return;
  throw new TreasuryError("spend_executor_error", "Another payment has the seller's challenge.");
}

function unsupported(reason: string): QuoteAnswer {
  return { kind: "unsupported", reason };
}

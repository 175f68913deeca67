import {
  addressSchema,
  type ConnectedNetwork,
  type Connection,
  firstAnswer,
  isClaimed,
  listedToken,
  minimumTimeoutSeconds,
  type NetworkId,
  payableUrl,
  plainText,
  storeBody,
  tokenDecimals,
} from "@agent-treasury/executor-x402/chain";
import {
  type ExecutorContext,
  Micros,
  type PaidRequest,
  type PaymentQuote,
  type QuoteAnswer,
  type SellerAnswer,
  TreasuryError,
} from "@agent-treasury/provider";
import { Challenge } from "mppx";
import { type Address, getAddress, isAddress, zeroAddress } from "viem";
import * as z from "zod";
import {
  challengesOf,
  credentialHeaders,
  defaultValiditySeconds,
  digestOf,
  maximumChallenges,
} from "../mpp-protocol.ts";
import { maximumFee, tip20Abi } from "./tempo-chain.ts";

export const tempoRail = "mpp_tempo";
const longestQuoteMs = 86_400_000;
const maximumTermsBytes = 3_072;
const maximumDescriptionLength = 300;
/** In units. An endpoint could name a price of gas that takes the whole balance. */
const highestFee = 100_000n;

const charge = z.object({
  amount: z.string().regex(/^[1-9]\d{0,14}$/),
  currency: z.string(),
  recipient: z.string(),
  methodDetails: z.object({
    chainId: z.int().positive(),
    feePayer: z.boolean().optional(),
    splits: z.array(z.unknown()).optional(),
    supportedModes: z.array(z.string()).optional(),
  }),
});

/** The bounds of a payment, as a quote pins them. */
const tempoTerms = z.strictObject({
  /** Only this deployment pays it, because a copy of the database has the same proposals. */
  deploymentId: z.string(),
  url: z.url(),
  method: z.enum(["GET", "POST"]),
  contentType: z.string().nullable(),
  /** SHA-256 of the request's body. */
  bodyDigest: z.string().nullable(),
  /** What the seller asked for, unchanged. */
  challenge: z.string(),
  network: z.templateLiteral(["eip155:", z.int().positive()]),
  token: addressSchema,
  payTo: addressSchema,
  /** Of the transfer, in units of the token. */
  amount: z.string().regex(/^[1-9]\d{0,14}$/),
  maxFeePerGas: z.string().regex(/^[1-9]\d{0,20}$/),
  /** When the challenge ends, in seconds since 1970. */
  validUntil: z.int().positive(),
});
export type TempoTerms = z.infer<typeof tempoTerms>;

/** @throws TreasuryError `spend_executor_error` for a quote of another executor. */
export function readTerms(quote: PaymentQuote | null): TempoTerms {
  const terms = tempoTerms.safeParse(quote?.terms);
  if (terms.success) return terms.data;
  throw new TreasuryError("spend_executor_error", "The spend has no quote of this executor.");
}

/** Pins the bounds of a charge of the method `tempo`. */
export async function quoteCharge(
  answer: SellerAnswer,
  request: PaidRequest,
  { store, deploymentId, clock, connection }: ExecutorContext & { readonly connection: Connection },
): Promise<QuoteAnswer> {
  const url = payableUrl(request.url);
  if (url === null) return unsupported("The address is not a short https:// URL.");
  const now = clock.now();
  const asked = chargeIn(answer, connection, now);
  if (typeof asked === "string") return unsupported(asked);
  const { validUntil, network, token, payTo, amount } = asked;
  const challenge = Challenge.serialize(asked.challenge);
  if (await isClaimed(store, digestOf(challenge))) {
    return unsupported("The seller's challenge is of another payment. Request a new one.");
  }
  const [gasPrice, decimals] = await firstAnswer(asked.connected.endpoints, (client) =>
    Promise.all([
      client.getGasPrice(),
      client.readContract({ address: token, abi: tip20Abi, functionName: "decimals" }),
    ]),
  );
  if (decimals !== tokenDecimals) return unsupported(`The token ${token} has other decimals.`);
  // The price may rise until the payment.
  const maxFeePerGas = 2n * gasPrice;
  const fee = maximumFee(maxFeePerGas);
  if (fee > highestFee) return unsupported(`The fees on ${network} are too high at present.`);
  const lastMs = (validUntil - minimumTimeoutSeconds) * 1_000;
  const expiresAt = Math.min(now + longestQuoteMs, lastMs);
  const { method, contentType, body } = request;
  const terms: TempoTerms = {
    deploymentId: await deploymentId(),
    url: url.href,
    method,
    contentType,
    bodyDigest: body === null ? null : await storeBody(store, body, expiresAt),
    challenge,
    network,
    token,
    payTo,
    amount,
    maxFeePerGas: maxFeePerGas.toString(),
    validUntil,
  };
  if (Buffer.byteLength(JSON.stringify(terms)) > maximumTermsBytes) {
    return unsupported("The seller's challenge is too long.");
  }
  const quote: PaymentQuote = {
    rail: tempoRail,
    payee: url.origin,
    description: plainText(asked.challenge.description ?? null, maximumDescriptionLength),
    maximum: Micros.of(BigInt(amount) + fee),
    isFixed: false,
    expiresAt,
    terms,
  };
  return { kind: "quoted", quote };
}

interface AskedCharge extends Pick<TempoTerms, "network" | "token" | "payTo" | "amount"> {
  readonly challenge: Challenge.Challenge;
  readonly connected: ConnectedNetwork;
  readonly validUntil: number;
}

/** The first charge that can be paid, or the reason why none can. */
function chargeIn(
  answer: SellerAnswer,
  connection: Connection,
  nowMs: number,
): AskedCharge | string {
  if (answer.status !== 402) return "The seller did not ask for a payment.";
  const challenges = challengesOf(answer);
  if (challenges === null) return "The seller asked for a payment, but not by MPP.";
  const read = challenges
    .slice(0, maximumChallenges)
    .filter(({ method, intent }) => method === "tempo" && intent === "charge")
    .map((challenge) => readCharge(challenge, connection, nowMs));
  const payable = read.find((one) => typeof one !== "string");
  return payable ?? read[0] ?? "The seller does not ask for a charge by Tempo.";
}

function readCharge(
  challenge: Challenge.Challenge,
  { networks }: Connection,
  nowMs: number,
): AskedCharge | string {
  const { expires } = challenge;
  if (!credentialHeaders.has(Challenge.credentialHeader(challenge).toLowerCase())) {
    return "The seller asks for the payment in an unknown header.";
  }
  const read = charge.safeParse(challenge.request);
  if (!read.success) return "The seller's charge is not valid.";
  const { amount, currency, recipient, methodDetails } = read.data;
  const { chainId, feePayer, splits = [], supportedModes = ["pull"] } = methodDetails;
  if (splits.length > 0) return "The seller asks for several transfers.";
  if (feePayer === true) {
    return "The seller pays the fee, and servers accept only transactions that cannot be looked up later.";
  }
  if (!supportedModes.includes("pull")) return "The seller does not send the transaction.";
  const network: NetworkId = `eip155:${chainId}`;
  const connected = networks.get(network);
  if (connected === undefined) return `The network ${network} is not connected.`;
  const token = addressIn(currency);
  const listed = token && listedToken(connected, token);
  if (!listed) return `The asset is not in the table of ${network}.`;
  const payTo = addressIn(recipient);
  if (payTo === null || payTo === zeroAddress) return "The seller's payee is not an address.";
  const now = Math.floor(nowMs / 1_000);
  const end = expires === undefined ? now + defaultValiditySeconds : Date.parse(expires) / 1_000;
  const validUntil = Math.floor(end);
  if (!(validUntil - now >= minimumTimeoutSeconds)) {
    return `The seller gives a payment less than ${minimumTimeoutSeconds} s.`;
  }
  return { challenge, connected, network, token: listed, payTo, amount, validUntil };
}

function addressIn(text: string): Address | null {
  return isAddress(text, { strict: false }) ? getAddress(text) : null;
}

function unsupported(reason: string): QuoteAnswer {
  return { kind: "unsupported", reason };
}

import type { PayeeSignatures, SignedStatement } from "@agent-treasury/provider";
import { decodePaymentResponseHeader } from "@x402/core/http";
import {
  getAddress,
  type Hex,
  isAddress,
  isAddressEqual,
  recoverTypedDataAddress,
  type TypedDataDefinition,
} from "viem";
import * as z from "zod";
import type { PreparedAuthorization } from "../authorization/authorization.ts";
import { offerData, offerReceipt, receiptData } from "../offer-receipt.ts";
import type { ChallengeEcho } from "../quote/challenge-echo.ts";
import type { QuoteTerms } from "../quote/quote-terms.ts";

const maximumOffers = 20;
const maximumTextLength = 4_096;
/** Clocks of sellers may be behind. An older receipt is that of another payment. */
const maximumBehindSeconds = 300;

const seconds = z.int().nonnegative();
const offerPayload = z.object({
  version: z.literal(1),
  resourceUrl: z.string(),
  scheme: z.string(),
  network: z.string(),
  asset: z.string(),
  payTo: z.string(),
  amount: z.string(),
  validUntil: seconds,
});
const receiptPayload = z.object({
  version: z.literal(1),
  network: z.string(),
  resourceUrl: z.string(),
  payer: z.string(),
  issuedAt: seconds,
  transaction: z.string().default(""),
});
const statement = z.object({
  format: z.enum(["eip712", "jws"]),
  payload: z.unknown().optional(),
  signature: z.string(),
});
const offers = z.object({
  [offerReceipt]: z.object({ info: z.object({ offers: z.array(z.unknown()) }) }),
});
const receipt = z.object({
  transaction: z.string().default(""),
  extensions: z.object({
    [offerReceipt]: z.object({ info: z.object({ receipt: z.unknown() }) }),
  }),
});

/** What the receipt of a payment has to name. */
export interface ReceivedPayment extends Pick<PreparedAuthorization, "from"> {
  /** When its amount was held, in milliseconds since 1970. */
  readonly heldAt: number;
}

/**
 * Returns what a seller signed by the extension `offer-receipt`, if it fits the payment. A signature by
 * EIP-712 names its signer. One by JWS is stored, but not verified, because its key is on a server of
 * the seller's choice. Null without one.
 */
export async function payeeSignatures(
  headers: Readonly<Record<string, string>>,
  terms: QuoteTerms,
  { from, heldAt }: ReceivedPayment,
  echo: ChallengeEcho | null,
): Promise<PayeeSignatures | null> {
  const { scheme, network, token, payTo, amount } = terms;
  const named = echo?.resource["url"];
  const isOfResource = (url: string): boolean => url === terms.url || url === named;
  const offered = offers.safeParse(echo?.extensions).data?.[offerReceipt].info.offers ?? [];
  let offer: SignedStatement | null = null;
  for (const given of offered.slice(0, maximumOffers)) {
    offer ??= await readStatement(given, offerPayload, offerData, payTo, (payload) => {
      const isSamePayment = payload.scheme === scheme && payload.network === network;
      const isSameAmount = payload.amount === amount && isOfResource(payload.resourceUrl);
      return (
        isSamePayment &&
        isSameAmount &&
        isSame(payload.asset, token) &&
        isSame(payload.payTo, payTo)
      );
    });
  }
  const settled = receipt.safeParse(decode(headers["payment-response"])).data;
  const given = settled?.extensions[offerReceipt].info.receipt;
  const earliest = heldAt / 1_000 - maximumBehindSeconds;
  const received = await readStatement(given, receiptPayload, receiptData, payTo, (payload) => {
    return (
      payload.network === network &&
      payload.issuedAt >= earliest &&
      isTransaction(payload.transaction, settled?.transaction) &&
      isSame(payload.payer, from) &&
      isOfResource(payload.resourceUrl)
    );
  });
  return offer === null && received === null ? null : { offer, receipt: received };
}

async function readStatement<Payload>(
  given: unknown,
  schema: z.ZodType<Payload>,
  dataOf: (payload: Payload) => TypedDataDefinition,
  payee: Hex,
  fits: (payload: Payload) => boolean,
): Promise<SignedStatement | null> {
  const read = statement.safeParse(given);
  if (!read.success) return null;
  const { format, signature } = read.data;
  const payload = schema.safeParse(format === "jws" ? payloadOf(signature) : read.data.payload);
  // Other fields are not signed.
  const signed = format === "jws" ? { format } : { format, payload: payload.data };
  const text = JSON.stringify({ ...signed, signature });
  if (!payload.success || text.length > maximumTextLength || !fits(payload.data)) return null;
  const signer = format === "jws" ? null : await signerOf(dataOf(payload.data), signature as Hex);
  return { signer, isPayee: signer !== null && isAddressEqual(signer, payee), text };
}

async function signerOf(data: TypedDataDefinition, signature: Hex): Promise<Hex | null> {
  try {
    return await recoverTypedDataAddress({ ...data, signature });
  } catch {
    return null;
  }
}

function payloadOf(jws: string): unknown {
  try {
    return JSON.parse(Buffer.from(jws.split(".")[1] ?? "", "base64url").toString());
  } catch {
    return null;
  }
}

function decode(header: string | undefined): unknown {
  try {
    return header === undefined ? null : decodePaymentResponseHeader(header);
  } catch {
    return null;
  }
}

/** Sellers may leave out the transaction. */
function isTransaction(named: string, settled = ""): boolean {
  return named === "" || named.toLowerCase() === settled.toLowerCase();
}

function isSame(one: string, other: Hex): boolean {
  return isAddress(one, { strict: false }) && isAddressEqual(getAddress(one), other);
}

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
const statement = z.looseObject({
  format: z.enum(["eip712", "jws"]),
  payload: z.unknown().optional(),
  signature: z.string(),
});
const offers = z.object({
  [offerReceipt]: z.object({ info: z.object({ offers: z.array(z.unknown()) }) }),
});
const receipt = z.object({
  [offerReceipt]: z.object({ info: z.object({ receipt: z.unknown() }) }),
});

/**
 * Returns what a seller signed by the extension `offer-receipt`, if it fits the payment. A signature by
 * EIP-712 names its signer. One by JWS is stored, but not verified, because its key is on a server of
 * the seller's choice. Null without one.
 */
export async function payeeSignatures(
  headers: Readonly<Record<string, string>>,
  terms: QuoteTerms,
  { from }: Pick<PreparedAuthorization, "from">,
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
  const settled = decode(headers["payment-response"]);
  const given = receipt.safeParse(settled).data?.[offerReceipt].info.receipt;
  const received = await readStatement(given, receiptPayload, receiptData, payTo, (payload) => {
    return (
      payload.network === network &&
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
  const text = JSON.stringify(given);
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
    return header === undefined ? null : decodePaymentResponseHeader(header).extensions;
  } catch {
    return null;
  }
}

function isSame(one: string, other: Hex): boolean {
  return isAddress(one, { strict: false }) && isAddressEqual(getAddress(one), other);
}

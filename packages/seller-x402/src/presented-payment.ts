import { isDeepStrictEqual } from "node:util";
import { isSignedByPayer } from "@agent-treasury/executor-x402/chain";
import { decodePaymentSignatureHeader } from "@x402/core/http";
import { parsePaymentPayload } from "@x402/core/schemas";
import type { PaymentPayload } from "@x402/core/types";
import {
  type Address,
  type Hex,
  getAddress,
  isAddress,
  isAddressEqual,
  isHex,
  numberToHex,
} from "viem";
import * as z from "zod";
import type { SaleTerms } from "./sale-terms.ts";

/** Clocks of buyers may be ahead. A later end would leave a payment pending for as long. */
const maximumAheadSeconds = 600;

const address = z
  .string()
  .refine((text) => isAddress(text, { strict: false }))
  .transform((text): Address => getAddress(text));
const hex = (bytes: number) =>
  z
    .string()
    .refine((text) => isHex(text) && text.length === 2 + 2 * bytes)
    .transform((text) => text.toLowerCase() as Hex);
const units = z.string().regex(/^(?:0|[1-9]\d{0,14})$/);

const exactPayload = z.object({
  signature: hex(65),
  authorization: z.object({
    from: address,
    to: address,
    value: units,
    validAfter: units,
    validBefore: units,
    nonce: hex(32),
  }),
});
const uptoPayload = z.object({
  signature: hex(65),
  permit2Authorization: z.object({
    from: address,
    permitted: z.object({ amount: units }),
    nonce: z
      .string()
      .regex(/^\d{1,78}$/)
      .refine((text) => BigInt(text) < 2n ** 256n)
      .transform((text) => numberToHex(BigInt(text), { size: 32 })),
    deadline: units,
    witness: z.object({ to: address, validAfter: units }),
  }),
});
const identifierText = /^[\w-]{16,128}$/;
const extensions = z.object({
  "payment-identifier": z.object({ info: z.object({ id: z.unknown() }) }),
});

/** A payment whose signature and bounds fit the terms. */
export interface PresentedAuthorization {
  readonly payload: PaymentPayload;
  readonly from: Address;
  readonly nonce: Hex;
  /** Seconds since 1970. */
  readonly validBefore: number;
  /** The buyer's secret name of this payment. */
  readonly identifier: string | null;
}

/** Returns the payment of a request, or why it is not accepted. */
export async function readPayment(
  header: string,
  { requirements, token, payTo, amount, permit2 }: SaleTerms,
  nowMs: number,
): Promise<PresentedAuthorization | string> {
  const payload = decode(header);
  const read = permit2 === null ? exactIn(payload) : uptoIn(payload);
  if (payload?.x402Version !== 2 || read === null) {
    const kind = permit2 === null ? "an EIP-3009 authorization" : "a permit of Permit2";
    return `The payment is not valid x402 version 2 with ${kind}.`;
  }
  if (!isDeepStrictEqual(payload.accepted, requirements)) {
    return "The payment is for other requirements.";
  }
  const { signature, authorization } = read;
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  if (!isAddressEqual(to, payTo) || BigInt(value) !== amount) {
    return "The authorization has another payee or amount.";
  }
  if (isAddressEqual(from, to)) return "The payer and the payee are the same.";
  const now = nowMs / 1_000;
  const latest = now + requirements.maxTimeoutSeconds + maximumAheadSeconds;
  if (Number(validAfter) > now) return "The authorization is not valid yet.";
  if (Number(validBefore) > latest) return "The authorization ends too late.";
  const { name, version } = requirements.extra as { name: string; version: string };
  const network = requirements.network as `eip155:${number}`;
  const domain = { network, token, tokenName: name, tokenVersion: version, permit2 };
  if (!(await isSignedByPayer(domain, { ...authorization, signature }))) {
    return "The signature is not that of the payer's key. Smart wallets are not supported.";
  }
  const identifier = identifierOf(payload);
  if (identifier === undefined) {
    return "The `payment-identifier` must have 16 to 128 letters, digits, `-` and `_`.";
  }
  return { payload, from, nonce, validBefore: Number(validBefore), identifier };
}

type SignedAuthorization = z.infer<typeof exactPayload>;

function exactIn(payload: PaymentPayload | null): SignedAuthorization | null {
  return exactPayload.safeParse(payload?.payload).data ?? null;
}

/** What is signed for the facilitator and the contract of other requirements is not valid here. */
function uptoIn(payload: PaymentPayload | null): SignedAuthorization | null {
  const read = uptoPayload.safeParse(payload?.payload).data;
  if (read === undefined) return null;
  const { from, permitted, nonce, deadline, witness } = read.permit2Authorization;
  const { to, validAfter } = witness;
  // Permit2 accepts a permit in the second of its deadline.
  const validBefore = (BigInt(deadline) + 1n).toString();
  const authorization = { from, to, value: permitted.amount, validAfter, validBefore, nonce };
  return { signature: read.signature, authorization };
}

/** Null without one; undefined for one that is not valid. */
function identifierOf(payload: PaymentPayload): string | null | undefined {
  const named = extensions.safeParse(payload.extensions);
  const id = named.success ? named.data["payment-identifier"].info.id : undefined;
  if (id === undefined) return null;
  return typeof id === "string" && identifierText.test(id) ? id : undefined;
}

function decode(header: string): PaymentPayload | null {
  try {
    const payload = decodePaymentSignatureHeader(header);
    return parsePaymentPayload(payload).success ? payload : null;
  } catch {
    return null;
  }
}

import { type JsonObject, type PaymentQuote, TreasuryError } from "@agent-treasury/provider";
import { type Address, getAddress, isAddress } from "viem";
import * as z from "zod";
import type { NetworkId } from "../networks.ts";

export const addressSchema = z
  .string()
  .refine((text) => isAddress(text))
  .transform((text): Address => getAddress(text));
const network = z
  .string()
  .regex(/^eip155:[1-9]\d{0,15}$/)
  .transform((text) => text as NetworkId);

export const jsonObject = z.record(z.string(), z.json()).transform((value): JsonObject => value);

/** The bounds of a payment, as a quote pins them. */
const quoteTerms = z.strictObject({
  /** Only this deployment pays it, because a copy of the database has the same proposals. */
  deploymentId: z.string(),
  url: z.url(),
  method: z.enum(["GET", "POST"]),
  contentType: z.string().nullable(),
  /** SHA-256 of the request's body. */
  bodyDigest: z.string().nullable(),
  scheme: z.enum(["exact", "upto"]),
  /** A transfer by Permit2, for `upto` by the seller's facilitator only. Null for EIP-3009. */
  permit2: z.strictObject({ facilitator: addressSchema.nullable() }).nullable().default(null),
  network,
  token: addressSchema,
  /** The token's EIP-712 domain. */
  tokenName: z.string(),
  tokenVersion: z.string(),
  payTo: addressSchema,
  /** In units of the token. */
  amount: z.string().regex(/^[1-9]\d{0,14}$/),
  maxTimeoutSeconds: z.int().positive(),
  /** When the seller's challenge ends, in seconds since 1970. */
  validUntil: z.int().positive().nullable().default(null),
  /** What the seller asked for, unchanged, because it compares the payment with this. */
  accepted: jsonObject,
  /** The seller's declaration of the extension, if it returns an answer again by identifier. */
  paymentIdentifier: jsonObject.nullable(),
});

export type QuoteTerms = z.infer<typeof quoteTerms>;

/**
 * Returns the terms of a quote, whose rail the treasury compared with the executor.
 *
 * @throws TreasuryError `spend_executor_error` for a quote of another executor.
 */
export function readTerms(quote: PaymentQuote | null): QuoteTerms {
  const terms = quoteTerms.safeParse(quote?.terms);
  if (terms.success) return terms.data;
  throw new TreasuryError("spend_executor_error", "The spend has no quote of this executor.");
}

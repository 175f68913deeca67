import { type JsonObject, type PaymentQuote, TreasuryError } from "@agent-treasury/provider";
import * as z from "zod";

/** `provider` of the sandbox's rail. */
export const sandboxProvider = "sandbox";

/** The bounds of a payment on the sandbox's chain, as a quote pins them. */
export type SandboxTerms = {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly contentType: string | null;
  /** SHA-256 of the request's body. */
  readonly bodyDigest: string | null;
  readonly payTo: string;
  /** In micro-dollars. */
  readonly amount: string;
  readonly maxTimeoutSeconds: number;
  /** What the seller asked for, unchanged, because it compares the payment with this. */
  readonly accepted: JsonObject;
};

const sandboxTerms = z.strictObject({
  url: z.url(),
  method: z.enum(["GET", "POST"]),
  contentType: z.string().nullable(),
  bodyDigest: z.string().nullable(),
  payTo: z.string(),
  amount: z.string().regex(/^[1-9]\d{0,14}$/),
  maxTimeoutSeconds: z.int().positive(),
  accepted: z.record(z.string(), z.json()),
});

/**
 * Returns the terms of a quote of this rail.
 *
 * @throws TreasuryError `spend_executor_error` for another quote.
 */
export function readSandboxTerms(quote: PaymentQuote | null): SandboxTerms {
  const terms = sandboxTerms.safeParse(quote?.terms);
  if (quote?.rail === sandboxProvider && terms.success) return terms.data;
  throw new TreasuryError("spend_executor_error", "The spend has no quote of the sandbox's rail.");
}

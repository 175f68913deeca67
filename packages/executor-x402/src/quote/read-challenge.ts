import type { Json, JsonObject, SellerAnswer } from "@agent-treasury/provider";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { parsePaymentRequired } from "@x402/core/schemas";
import { z } from "zod";

/** What a seller asks for, in its own words. */
export interface Challenge {
  /** One of these, unchanged, because the seller compares the payment with it. */
  readonly accepts: readonly JsonObject[];
  readonly description: string | null;
  readonly paymentIdentifier: JsonObject | null;
}

const seen = z.object({
  resource: z.object({ description: z.string().nullish() }),
  accepts: z.array(z.record(z.string(), z.json())).max(20),
  extensions: z
    .object({ "payment-identifier": z.record(z.string(), z.json()).optional().catch(undefined) })
    .nullish(),
});

/** Returns the challenge of an answer, or the reason why it has none that can be paid. */
export function readChallenge({ status, headers, body }: SellerAnswer): Challenge | string {
  if (status !== 402) return "The seller did not ask for a payment.";
  const header = headers["payment-required"];
  if (header === undefined) {
    return isVersionOne(body)
      ? "The seller uses version 1 of x402, which is not supported."
      : "The seller asked for a payment, but not by x402.";
  }
  const decoded = decode(header);
  const read = seen.safeParse(decoded);
  if (!read.success || !parsePaymentRequired(decoded).success) {
    return "The seller's challenge is not valid x402 version 2.";
  }
  const { resource, accepts, extensions } = read.data;
  return {
    accepts,
    description: resource.description ?? null,
    paymentIdentifier: extensions?.["payment-identifier"] ?? null,
  };
}

function decode(header: string): unknown {
  try {
    return decodePaymentRequiredHeader(header);
  } catch {
    return null;
  }
}

function isVersionOne(body: Uint8Array): boolean {
  try {
    const read = JSON.parse(new TextDecoder().decode(body)) as { x402Version?: Json } | null;
    return read?.x402Version === 1;
  } catch {
    return false;
  }
}

import type { JsonObject, SellerAnswer } from "@agent-treasury/provider";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { parsePaymentRequired } from "@x402/core/schemas";
import * as z from "zod";
import type { ChallengeEcho } from "./challenge-echo.ts";
import { jsonObject } from "./quote-terms.ts";

/** What a seller asks for, in its own words. */
export interface Challenge {
  /** One of these, unchanged, because the seller compares the payment with it. */
  readonly accepts: readonly JsonObject[];
  readonly description: string | null;
  readonly mimeType: string | null;
  readonly paymentIdentifier: JsonObject | null;
  readonly echo: ChallengeEcho;
}

const seen = z.object({
  resource: jsonObject,
  accepts: z.array(jsonObject).max(20),
  extensions: jsonObject.nullish(),
});

/** Deeper ones could exceed the stack of those who read them. */
const maximumDepth = 64;

/** Returns the challenge of an answer, or the reason why it has none that can be paid. */
export function readChallenge({ status, headers, body }: SellerAnswer): Challenge | string {
  if (status !== 402) return "The seller did not ask for a payment.";
  const header = headers["payment-required"];
  // Some sellers send it in the body only.
  const given = header === undefined ? jsonOf(body) : decode(header);
  const version = z.object({ x402Version: z.number() }).safeParse(given).data?.x402Version;
  if (version === 1) return "The seller uses version 1 of x402, which is not supported.";
  if (header === undefined && version === undefined) {
    return "The seller asked for a payment, but not by x402.";
  }
  const read = seen.safeParse(isWithin(maximumDepth, given) ? given : null);
  if (version !== 2 || !read.success || !parsePaymentRequired(given).success) {
    return "The seller's challenge is not valid x402 version 2.";
  }
  const { resource, accepts, extensions } = read.data;
  const { description, mimeType } = resource;
  const identifier = jsonObject.safeParse(extensions?.["payment-identifier"]);
  return {
    accepts,
    description: typeof description === "string" ? description : null,
    mimeType: typeof mimeType === "string" ? mimeType : null,
    paymentIdentifier: identifier.data ?? null,
    echo: { resource, extensions: extensions ?? {} },
  };
}

function isWithin(depth: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithin(depth - 1, inner));
}

function decode(header: string): unknown {
  try {
    return decodePaymentRequiredHeader(header);
  } catch {
    return null;
  }
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

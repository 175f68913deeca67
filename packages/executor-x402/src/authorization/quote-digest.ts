import type { Json, PaymentQuote } from "@agent-treasury/provider";
import { type Hex, keccak256, toBytes } from "viem";

/** Identifies a quote. The order of keys does not matter, because storages may change it. */
export function quoteDigest(quote: PaymentQuote): Hex {
  return keccak256(toBytes(canonical({ ...quote, maximum: quote.maximum.toString() })));
}

function canonical(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(",")}}`;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

import { TreasuryError } from "@agent-treasury/provider";

/** Null before the quote's expiry, and without a quote. */
export function quoteRefusal(
  quote: { readonly expiresAt: number } | null,
  now: number,
): TreasuryError | null {
  if (quote === null || now < quote.expiresAt) return null;
  return quoteExpired();
}

export function quoteExpired(): TreasuryError {
  return new TreasuryError(
    "quote_expired",
    "The price that the payee quoted expired. The agent can propose the spend again.",
  );
}

import { TreasuryError } from "@agent-treasury/provider";

export type StripeMode = "test" | "live";

/**
 * Derives the mode from a key's prefix.
 *
 * @throws TreasuryError `payments_not_connected` for a key without a known prefix.
 */
export function modeOfKey(key: string): StripeMode {
  const [, mode] = /^(?:sk|rk)_(test|live)_/.exec(key) ?? [];
  if (mode === "test" || mode === "live") return mode;
  throw new TreasuryError("payments_not_connected", describe(key));
}

function describe(key: string): string {
  if (key.startsWith("pk_")) {
    return "STRIPE_SECRET_KEY is a publishable key (pk_). Use the secret key or a restricted key.";
  }
  if (key.startsWith("sk_org_")) {
    return "An organisation's key (sk_org_) names no account. Use a key of one account.";
  }
  return "STRIPE_SECRET_KEY must begin with sk_test_, rk_test_, sk_live_ or rk_live_.";
}

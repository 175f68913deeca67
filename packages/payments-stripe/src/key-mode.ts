import { TreasuryError } from "@agent-treasury/provider";

/** Which kind of money a key moves. */
export type StripeMode = "test" | "live";

/**
 * Which kind of money a key moves, by its prefix: `sk_` and restricted `rk_` keys say it themselves.
 *
 * @throws TreasuryError `payments_not_connected` for a key of another kind, which says neither.
 */
export function modeOfKey(key: string): StripeMode {
  const [, mode] = /^(?:sk|rk)_(test|live)_/.exec(key) ?? [];
  if (mode === "test" || mode === "live") return mode;
  throw new TreasuryError("payments_not_connected", describe(key));
}

function describe(key: string): string {
  if (key.startsWith("pk_")) {
    return "STRIPE_SECRET_KEY holds a publishable key (pk_): write the secret key, or a restricted one.";
  }
  if (key.startsWith("sk_org_")) {
    return "A key of an organisation (sk_org_) names no account: write a key of one account.";
  }
  return "STRIPE_SECRET_KEY does not begin like a key of Stripe: sk_test_, rk_test_, sk_live_ or rk_live_.";
}

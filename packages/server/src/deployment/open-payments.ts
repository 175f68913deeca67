import type { PaymentProcessor } from "@agent-treasury/provider";
import type { Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

export const stripeApiUrl = "https://api.stripe.com";

export async function openStripe({ stripe }: Settings): Promise<PaymentProcessor | null> {
  if (stripe === null) return null;
  const { stripePayments } = await optionalPackage(
    "@agent-treasury/payments-stripe",
    "STRIPE_SECRET_KEY",
    () => import("@agent-treasury/payments-stripe"),
  );
  const { secretKey: apiKey, webhookSecret, webhookAccounts, apiUrl } = stripe;
  // The package would read missing options from `process.env`.
  return stripePayments({
    apiKey,
    webhookSecret: webhookSecret ?? "",
    webhookAccounts,
    apiUrl: apiUrl ?? stripeApiUrl,
  });
}

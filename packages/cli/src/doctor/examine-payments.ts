import type { Settings } from "@agent-treasury/server";
import { stripeApiUrl, type StripeSetting } from "@agent-treasury/server/parts";
import { ask } from "./ask.ts";
import { type Finding, doubtful, fine, unset, wrong } from "./finding.ts";

/** The balance shows that the key is valid, and the kind of money. */
export async function examinePayments({ stripe, sandbox }: Settings): Promise<Finding> {
  if (stripe !== null) return examineStripe(stripe);
  const remedy = "Set STRIPE_SECRET_KEY for deposits of real money.";
  if (sandbox) return unset("payments", "Test money of the sandbox.", remedy);
  return unset("payments", "None: deposits are rejected.", remedy);
}

async function examineStripe({ secretKey, apiUrl }: StripeSetting): Promise<Finding> {
  // oxlint-disable-next-line treasury/linear-patterns -- An address of the settings.
  const address = (apiUrl ?? stripeApiUrl).replace(/\/+$/, "");
  const asked = await ask(`${address}/v1/balance`, secretKey);
  if (asked.status === null) {
    const message = `${address} cannot be reached: ${asked.problem}`;
    return wrong("payments", message, "Check STRIPE_API_URL, and that this machine can reach it.");
  }
  if (asked.status === 401) {
    const remedy = "Set STRIPE_SECRET_KEY to a secret or restricted key that is not revoked.";
    return wrong("payments", "Stripe rejects the key.", remedy);
  }
  if (asked.status === 403) {
    const remedy =
      "Grant the restricted key these permissions. Read: Balance, Balance transactions, Charges and Refunds, Disputes, PaymentIntents. Write: Checkout Sessions, Payment Links.";
    return doubtful(
      "payments",
      "The key has no permission to read the balance, so it was not tested.",
      remedy,
    );
  }
  const { livemode } = Object(asked.body) as { livemode?: unknown };
  if (asked.status !== 200 || typeof livemode !== "boolean") {
    const message = `${address} responds with status ${asked.status}, unlike Stripe.`;
    return wrong("payments", message, "Check STRIPE_API_URL, or retry later.");
  }
  return fine("payments", `Stripe, with ${livemode ? "live" : "test"} money.`);
}

/** Only a delivery can show that the secret is correct. */
export function examineWebhook({ stripe, baseUrl }: Settings): Finding {
  if (stripe === null) return unset("webhook", "No processor sends webhooks.", null);
  const { webhookSecret } = stripe;
  const endpoint = `${baseUrl}/api/service/treasury/webhook`;
  if (webhookSecret === null) {
    const message = "STRIPE_WEBHOOK_SECRET is not set, so refunds and disputes are not reported.";
    const remedy = `Add an endpoint for ${endpoint} at Stripe, and set its signing secret.`;
    return doubtful("webhook", message, remedy);
  }
  if (!/^whsec_\S{16,}$/.test(webhookSecret)) {
    const remedy = "Copy the endpoint's signing secret, which begins with whsec_.";
    return wrong("webhook", "STRIPE_WEBHOOK_SECRET is not a webhook signing secret.", remedy);
  }
  return fine("webhook", `A signing secret is set. Stripe delivers to ${endpoint}.`);
}

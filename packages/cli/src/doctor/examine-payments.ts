import type { Settings } from "@agent-treasury/server";
import { stripeApiUrl, type StripeSetting } from "@agent-treasury/server/parts";
import { ask } from "./ask.ts";
import { type Finding, doubtful, fine, unset, wrong } from "./finding.ts";

/** Reads the balance at Stripe, which tells that the key is good and which money it moves. */
export async function examinePayments({ stripe, sandbox }: Settings): Promise<Finding> {
  if (stripe !== null) return examineStripe(stripe);
  const remedy = "Set STRIPE_SECRET_KEY for deposits of real money.";
  if (sandbox) return unset("payments", "Play money, of the sandbox.", remedy);
  return unset("payments", "There are none: deposits are refused.", remedy);
}

async function examineStripe({ secretKey, apiUrl }: StripeSetting): Promise<Finding> {
  const address = (apiUrl ?? stripeApiUrl).replace(/\/+$/, "");
  const asked = await ask(`${address}/v1/balance`, secretKey);
  if (asked.status === null) {
    const message = `${address} cannot be reached: ${asked.problem}`;
    return wrong("payments", message, "Check that this machine may reach it, and STRIPE_API_URL.");
  }
  if (asked.status === 401) {
    const remedy = "Set STRIPE_SECRET_KEY to a secret or restricted key that is not revoked.";
    return wrong("payments", "Stripe does not know the key.", remedy);
  }
  if (asked.status === 403) {
    const remedy = "Give the restricted key what docs/payments.md lists, and Balance: read.";
    return doubtful("payments", "The key may not read the balance, so it was not tried.", remedy);
  }
  const { livemode } = Object(asked.body) as { livemode?: unknown };
  if (asked.status !== 200 || typeof livemode !== "boolean") {
    const message = `${address} answers with status ${asked.status}, as Stripe would not.`;
    return wrong("payments", message, "Check STRIPE_API_URL, or try again later.");
  }
  return fine("payments", `Stripe, with ${livemode ? "live" : "test"} money.`);
}

/** Whether Stripe's deliveries can be checked. Only a delivery can tell that the secret is the right one. */
export function examineWebhook({ stripe, baseUrl }: Settings): Finding {
  if (stripe === null) return unset("webhook", "No processor sends deliveries.", null);
  const { webhookSecret } = stripe;
  const endpoint = `${baseUrl}/api/service/treasury/webhook`;
  if (webhookSecret === null) {
    const message = "STRIPE_WEBHOOK_SECRET is not set: nobody tells of refunds and disputes.";
    const remedy = `Add an endpoint for ${endpoint} at Stripe, and set its signing secret.`;
    return doubtful("webhook", message, remedy);
  }
  if (!/^whsec_\S{16,}$/.test(webhookSecret)) {
    const remedy = "Copy the endpoint's signing secret, which begins with whsec_.";
    return wrong("webhook", "STRIPE_WEBHOOK_SECRET is no signing secret of an endpoint.", remedy);
  }
  return fine("webhook", `A signing secret is set; Stripe delivers to ${endpoint}.`);
}

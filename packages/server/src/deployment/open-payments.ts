import type { PaymentProcessor } from "@agent-treasury/provider";
import type { DatabaseSetting, Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

const sandboxBesideServer = ".data/treasury";
/** Where Stripe is asked unless another address is named. */
export const stripeApiUrl = "https://api.stripe.com";

/** Answers the requests for a page of the sandbox, and null for every other path. */
export type SandboxHandler = (request: Request) => Promise<Response | null>;

/** The sandbox's payments, and the page on which a person completes a checkout. */
export interface SandboxParts {
  readonly payments: PaymentProcessor;
  readonly handler: SandboxHandler;
}

/** Stripe, when a key is set; null when none is. */
export async function openStripe({ stripe }: Settings): Promise<PaymentProcessor | null> {
  if (stripe === null) return null;
  const { stripePayments } = await optionalPackage(
    "@agent-treasury/payments-stripe",
    "STRIPE_SECRET_KEY",
    () => import("@agent-treasury/payments-stripe"),
  );
  const { secretKey: apiKey, webhookSecret, webhookAccounts, apiUrl } = stripe;
  // All of it is named: what is left out it would read from the process's own environment.
  return stripePayments({
    apiKey,
    webhookSecret: webhookSecret ?? "",
    webhookAccounts,
    apiUrl: apiUrl ?? stripeApiUrl,
  });
}

/**
 * Play money, whose checkouts are kept in files beside the database, or in `.data` where the database
 * is a server; null when the sandbox is off.
 */
export async function openSandbox(
  { sandbox, database, stripe }: Settings,
  baseUrl: string,
): Promise<SandboxParts | null> {
  // A stand-in takes the place of what has no key.
  if (!sandbox || stripe !== null) return null;
  const { sandboxPayments } = await optionalPackage(
    "@agent-treasury/sandbox",
    "TREASURY_SANDBOX=on",
    () => import("@agent-treasury/sandbox"),
  );
  const payments = sandboxPayments({ baseUrl, ...(await checkoutStore(database)) });
  return { payments, handler: (request) => payments.handler(request) };
}

async function checkoutStore(database: DatabaseSetting) {
  if (database.kind === "memory") return {};
  const { sandboxSessionFiles } = await import("@agent-treasury/sandbox/node");
  const beside = database.kind === "sqlite" ? database.path : sandboxBesideServer;
  return { store: sandboxSessionFiles(`${beside}.sandbox-checkouts`) };
}

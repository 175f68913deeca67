import type { PaymentProcessor } from "@agent-treasury/provider";
import type { DatabaseSetting, Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

const sandboxBesideServer = ".data/treasury";
export const stripeApiUrl = "https://api.stripe.com";

/** Resolves with null for paths outside the sandbox. */
export type SandboxHandler = (request: Request) => Promise<Response | null>;

export interface SandboxDeps {
  readonly payments: PaymentProcessor;
  readonly handler: SandboxHandler;
}

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

/** Checkouts are stored in files beside the database, or in `.data` if the database is a server. */
export async function openSandbox(
  { sandbox, database, stripe }: Settings,
  baseUrl: string,
): Promise<SandboxDeps | null> {
  // The sandbox replaces only services without a key.
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

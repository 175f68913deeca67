import { TreasuryError } from "@agent-treasury/provider";
import { Stripe } from "stripe";
import { type StripeMode, modeOfKey } from "./key-mode.ts";

export interface ConnectionOptions {
  readonly apiKey?: string;
  readonly apiUrl?: string;
  readonly client?: Stripe;
  readonly mode?: StripeMode;
  readonly timeoutSeconds?: number;
  readonly maximumRetries?: number;
}

export interface WebhookOptions {
  readonly webhookSecret?: string;
  readonly webhookAccounts?: readonly string[];
}

export interface AuthorizationOptions {
  readonly authorizationSecret?: string;
}

export interface Connection {
  readonly client: Stripe;
  readonly mode: StripeMode;
  readonly secret: string | undefined;
  /** Of requests about events. Names the account, if it is another one than that of the key. */
  readonly requests: Stripe.RequestOptions;
}

/** Requests in another account, which the header `Stripe-Account` names. */
export function ofAccount(connection: Connection, account: string | null | undefined): Connection {
  return account == null ? connection : { ...connection, requests: { stripeAccount: account } };
}

const stripeUrl = "https://api.stripe.com";

/**
 * Creates the client from the options and the environment, without a request.
 *
 * @throws TreasuryError `payments_not_connected` when the key is missing or invalid.
 */
export function connect(options: ConnectionOptions): Connection {
  if (options.client !== undefined) {
    if (options.mode === undefined) {
      throw notConnected("Set `mode`: the mode of the app's own client cannot be derived.");
    }
    return { client: options.client, mode: options.mode, secret: undefined, requests: {} };
  }
  const secret = usableKey(options.apiKey ?? setting("STRIPE_SECRET_KEY"));
  const mode = options.mode ?? modeOfKey(secret);
  const address = addressOf(options.apiUrl ?? setting("STRIPE_API_URL") ?? stripeUrl, mode);
  const { timeoutSeconds = 20, maximumRetries = 2 } = options;
  const client = new Stripe(secret, {
    ...address,
    timeout: timeoutSeconds * 1_000,
    maxNetworkRetries: maximumRetries,
    telemetry: false,
    appInfo: { name: "agent-treasury" },
  });
  return { client, mode, secret, requests: {} };
}

export function webhookSecret({ webhookSecret: given }: WebhookOptions): string {
  return signingSecret(given, "STRIPE_WEBHOOK_SECRET");
}

/** The signing secret of the endpoint for real-time authorizations. */
export function authorizationSecret({ authorizationSecret: given }: AuthorizationOptions): string {
  return signingSecret(given, "STRIPE_AUTHORIZATION_SECRET");
}

function signingSecret(given: string | undefined, name: string): string {
  const secret = (given ?? setting(name))?.trim() ?? "";
  if (secret !== "") return secret;
  throw new TreasuryError("webhook_not_connected", `${name} is not set.`);
}

/** Each account once, because records are read from one account after the other. */
export function webhookAccounts({ webhookAccounts: given }: WebhookOptions): readonly string[] {
  const names = given ?? setting("STRIPE_WEBHOOK_ACCOUNTS")?.split(",") ?? [];
  return [...new Set(names.map((name) => name.trim()))].filter((name) => name !== "");
}

function usableKey(given: string | undefined): string {
  const key = given?.trim() ?? "";
  if (key === "") throw notConnected("There is no key for Stripe: STRIPE_SECRET_KEY is not set.");
  // Checked here because the header's own error would repeat the key.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw notConnected("The key for Stripe contains characters that a header cannot carry.");
  }
  return key;
}

function addressOf(
  apiUrl: string,
  mode: StripeMode,
): { host: string; port: string; protocol: "http" | "https" } {
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : null;
  const protocol = url?.protocol === "http:" ? "http" : "https";
  if (url === null || !/^https?:$/.test(url.protocol) || `${url.pathname}${url.search}` !== "/") {
    throw notConnected("STRIPE_API_URL must be http:// or https:// and a host, without a path.");
  }
  if (mode === "live" && protocol === "http") {
    throw notConnected(
      "A live key requires an encrypted connection: STRIPE_API_URL must be https://.",
    );
  }
  return { host: url.hostname, port: url.port || (protocol === "http" ? "80" : "443"), protocol };
}

function setting(name: string): string | undefined {
  const value = globalThis.process?.env[name]?.trim();
  return value === "" ? undefined : value;
}

function notConnected(message: string): TreasuryError {
  return new TreasuryError("payments_not_connected", message);
}

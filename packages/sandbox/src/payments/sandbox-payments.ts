import {
  type PaymentProcessor,
  Micros,
  TreasuryError,
  type WebhookDelivery,
} from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import type { SignedDelivery } from "../stripe/sign-delivery.ts";
import { sandboxCheckouts } from "./sandbox-checkouts.ts";
import { sandboxHandler } from "./sandbox-handler.ts";
import { sandboxSessionsInMemory, type SandboxSessionStore } from "./sandbox-session.ts";
import {
  checkSandboxDelivery,
  readSandboxDelivery,
  type SandboxEvent,
  writeSandboxDelivery,
} from "./sandbox-webhook.ts";

export interface SandboxPaymentsOptions {
  /** The public address of the sandbox's page, for example `http://localhost:3000`. */
  readonly baseUrl: string;
  /**
   * The path of the page below it. By default `/api/service/checkout`, where a treasury with the
   * default base path serves it. For another base path, that path and `/checkout`.
   */
  readonly path?: string;
  /** Milliseconds since 1970; the machine's clock by default. */
  readonly now?: () => number;
  /** The storage of checkouts; in memory by default. */
  readonly store?: SandboxSessionStore;
  /** Signs the sandbox's webhook deliveries; random by default. */
  readonly webhookSecret?: string;
}

/** A payment processor for test money with its checkout page. */
export interface SandboxPayments extends PaymentProcessor {
  /**
   * Serves the sandbox's page, and returns `null` for every other path. A treasury calls it. It
   * works before or after any body parser, because it reads no request body.
   */
  page(request: Request): Promise<Response | null>;
  /**
   * Pays a checkout as the page's button does, for tests and demonstrations.
   *
   * @throws TreasuryError `payment_processor_error` when the session is unknown or expired.
   */
  complete(sessionId: string): Promise<void>;
  /** Creates a signed webhook delivery. The sandbox sends none itself. */
  delivery(event: SandboxEvent): Promise<SignedDelivery>;
  events(delivery: WebhookDelivery): Promise<readonly SandboxEvent[]>;
}

const optionNames: NamesOf<SandboxPaymentsOptions> = {
  baseUrl: true,
  path: true,
  now: true,
  store: true,
  webhookSecret: true,
};

/**
 * A stand-in for a payment processor with test money. A person completes a checkout on a local
 * page; nothing is charged. A session expires after 24 hours.
 *
 * @example const payments = sandboxPayments({ baseUrl: "http://localhost:3000" });
 * const page = await payments.page(new Request("http://localhost:3000/elsewhere")); // null
 */
export function sandboxPayments(options: SandboxPaymentsOptions): SandboxPayments {
  checkOptions("sandboxPayments", options, optionNames);
  const base = new URL(options.baseUrl);
  // oxlint-disable-next-line treasury/linear-patterns -- An address of the settings.
  const appPath = base.pathname.replace(/\/+$/, "");
  const path = options.path ?? "/api/service/checkout";
  const { now = Date.now, webhookSecret = crypto.randomUUID() } = options;
  const checkouts = sandboxCheckouts(options.store ?? sandboxSessionsInMemory(), now);
  return {
    specificationVersion: "1",
    provider: "sandbox",
    mode: () => "sandbox",
    async createCheckout(request) {
      const session = await checkouts.open(request);
      return {
        id: session.id,
        url: `${base.origin}${appPath}${path}/${session.id}`,
        expiresAt: session.expiresAt,
      };
    },
    async readCheckout(sessionId) {
      const session = await checkouts.find(sessionId);
      if (session === undefined) {
        throw new TreasuryError(
          "payment_processor_error",
          "The sandbox has no such checkout session.",
          { isOfCaller: true },
        );
      }
      return {
        id: session.id,
        workspaceId: session.workspaceId,
        paid: session.paidAt !== null,
        amount: Micros.of(session.amount),
        currency: "usd",
        paymentReference:
          session.paidAt === null ? null : session.id.replace("sandbox_cs_", "sandbox_payment_"),
      };
    },
    page: sandboxHandler({ checkouts, origin: base.origin, appPath, path }),
    async complete(sessionId) {
      await checkouts.complete(sessionId);
    },
    delivery: (event) => writeSandboxDelivery(event, webhookSecret, now()),
    checkDelivery: (headers) => checkSandboxDelivery(headers, now()),
    events: (delivery) => readSandboxDelivery(delivery, webhookSecret, now()),
  };
}

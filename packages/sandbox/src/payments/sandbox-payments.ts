import {
  type PaymentProcessor,
  Micros,
  TreasuryError,
  type WebhookDelivery,
} from "@agent-treasury/provider";
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

/** How the sandbox is set up. */
export interface SandboxPaymentsOptions {
  /** The address that a browser reaches the sandbox's page at, for example `http://localhost:3000`. */
  readonly baseUrl: string;
  /** The path of the page below it, `/sandbox/checkout` by default. */
  readonly path?: string;
  /** Milliseconds since 1970; the machine's clock by default. */
  readonly now?: () => number;
  /** Where checkouts are kept; in memory by default. */
  readonly store?: SandboxSessionStore;
  /** What signs the sandbox's deliveries to the webhook; made up by default. */
  readonly webhookSecret?: string;
}

/** A payment processor that moves play money, and the page on which a person completes a checkout. */
export interface SandboxPayments extends PaymentProcessor {
  /**
   * Answers the requests for the sandbox's own page, and `null` for every other path. It needs no
   * body of a request, so it can be mounted before or after any body parser.
   */
  handler(request: Request): Promise<Response | null>;
  /**
   * Pays a checkout as the page's button does, for tests and demonstrations.
   *
   * @throws TreasuryError `payment_processor_error` when the session is unknown or expired.
   */
  complete(sessionId: string): Promise<void>;
  /** A delivery to the webhook, signed, as a processor would send it. The sandbox sends none by itself. */
  delivery(event: SandboxEvent): Promise<SignedDelivery>;
  events(delivery: WebhookDelivery): Promise<readonly SandboxEvent[]>;
}

/**
 * A stand-in for a payment processor: play money, which says so wherever it shows. A person completes
 * a checkout on a local page; nothing is charged. A session expires after 24 hours.
 *
 * @example
 * const payments = sandboxPayments({ baseUrl: "http://localhost:3000" });
 * const answer = await payments.handler(new Request("http://localhost:3000/elsewhere")); // null
 */
export function sandboxPayments(options: SandboxPaymentsOptions): SandboxPayments {
  const base = new URL(options.baseUrl);
  const appPath = base.pathname.replace(/\/+$/, "");
  const path = options.path ?? "/sandbox/checkout";
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
          "The sandbox does not know this checkout session.",
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
    handler: sandboxHandler({ checkouts, origin: base.origin, appPath, path }),
    async complete(sessionId) {
      await checkouts.complete(sessionId);
    },
    delivery: (event) => writeSandboxDelivery(event, webhookSecret, now()),
    checkDelivery: (headers) => checkSandboxDelivery(headers, now()),
    events: (delivery) => readSandboxDelivery(delivery, webhookSecret, now()),
  };
}

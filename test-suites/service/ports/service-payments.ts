import {
  type CheckoutReceipt,
  type CheckoutRequest,
  type PaymentMode,
  type PaymentProcessor,
  TreasuryError,
  type WebhookDelivery,
} from "@agent-treasury/provider";
import { sandboxPayments, type SandboxEvent, type SignedDelivery } from "@agent-treasury/sandbox";
import { serviceBaseUrl } from "../treasury/service-treasury.ts";

/** The processor of a treasury. */
export type PaymentsKind = "none" | "keyless" | "sandbox" | "test" | "live";

/** A processor that a test controls. */
export interface ServicePayments extends PaymentProcessor {
  /** Creates a signed webhook delivery of this event. */
  delivery(event: SandboxEvent): Promise<SignedDelivery>;
  events(delivery: WebhookDelivery): Promise<readonly SandboxEvent[]>;
  /** Pays a checkout as its payer would. */
  pay(sessionId: string): Promise<void>;
  /** Makes the next call fail. */
  failNext(error: Error): void;
  /** Opens the next checkout, and delays its response until `release`. */
  holdNext(): HeldCheckout;
  /** Overrides fields of all later receipts. */
  answerWith(changes: Partial<CheckoutReceipt>): void;
  /** Opened checkouts, oldest first. */
  readonly opened: readonly CheckoutRequest[];
}

/** A checkout with a delayed response. */
export interface HeldCheckout {
  /** Resolves when the checkout was opened. */
  readonly opened: Promise<void>;
  release(): void;
}

/** Creates a processor of that kind, based on the sandbox. */
export function servicePayments(kind: Exclude<PaymentsKind, "none">): ServicePayments {
  const sandbox = sandboxPayments({ baseUrl: serviceBaseUrl });
  const opened: CheckoutRequest[] = [];
  const failures: Error[] = [];
  const holds: (() => Promise<void>)[] = [];
  let changes: Partial<CheckoutReceipt> = {};
  const answer = <Value>(make: () => Promise<Value>): Promise<Value> => {
    const failure = failures.shift();
    if (failure !== undefined) return Promise.reject(failure);
    return kind === "keyless" ? Promise.reject(keyMissing()) : make();
  };
  return {
    specificationVersion: "1",
    provider: kind === "sandbox" ? "sandbox" : "acquirer",
    mode: (): PaymentMode => {
      if (kind === "keyless") throw keyMissing();
      return kind;
    },
    createCheckout: (request) =>
      answer(async () => {
        opened.push(request);
        const session = await sandbox.createCheckout(request);
        await holds.shift()?.();
        return session;
      }),
    readCheckout: (sessionId) =>
      answer(async () => ({ ...(await sandbox.readCheckout(sessionId)), ...changes })),
    delivery: (event) => sandbox.delivery(event),
    events: (delivery) => answer(() => sandbox.events(delivery)),
    pay: (sessionId) => sandbox.complete(sessionId),
    failNext: (error) => {
      failures.push(error);
    },
    holdNext: () => {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      holds.push(() => {
        reached.resolve();
        return released.promise;
      });
      return { opened: reached.promise, release: released.resolve };
    },
    answerWith: (given) => {
      changes = given;
    },
    opened,
  };
}

function keyMissing(): TreasuryError {
  return new TreasuryError("payments_not_connected", "The payment processor's key is not set.");
}

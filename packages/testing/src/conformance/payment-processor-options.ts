import {
  type CheckoutRequest,
  type PaymentProcessor,
  Micros,
  type WebhookDelivery,
} from "@agent-treasury/provider";

/** The implementation under test, and a payer. */
export interface PaymentProcessorConformanceOptions {
  readonly create: () => PaymentProcessor | Promise<PaymentProcessor>;
  /** Pays a checkout. Without it, tests that require a payment are skipped. */
  readonly pay?: (processor: PaymentProcessor, sessionId: string) => Promise<void>;
  /** Returns the webhook delivery for a paid checkout. */
  readonly deliver?: (processor: PaymentProcessor, sessionId: string) => Promise<WebhookDelivery>;
  /** Pays for an offer as a buyer would. */
  readonly buy?: (processor: PaymentProcessor, offerId: string) => Promise<void>;
  /** A well-formed id of no session. */
  readonly unknownSessionId: string;
  /** Creates a session without our marker, and returns its id. */
  readonly createForeignSession?: (processor: PaymentProcessor) => Promise<string>;
  /** A processor without its key. Creating it must not throw. */
  readonly createWithoutKey?: () => PaymentProcessor | Promise<PaymentProcessor>;
}

/** The options with a required optional field. */
export type With<Name extends keyof PaymentProcessorConformanceOptions> =
  PaymentProcessorConformanceOptions & Required<Pick<PaymentProcessorConformanceOptions, Name>>;

export function checkout(changes: Partial<CheckoutRequest> = {}): CheckoutRequest {
  return {
    workspaceId: "conformance",
    amount: Micros.of("5000000"),
    successUrl: "https://treasury.example/command?deposit_session={CHECKOUT_SESSION_ID}",
    cancelUrl: "https://treasury.example/command?deposit_cancelled=1",
    idempotencyKey: crypto.randomUUID(),
    ...changes,
  };
}

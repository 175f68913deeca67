import {
  type CheckoutRequest,
  type PaymentProcessor,
  Micros,
  type WebhookDelivery,
} from "@agent-treasury/provider";

/** The implementation under test. */
export interface PaymentProcessorConformanceOptions {
  readonly create: () => PaymentProcessor | Promise<PaymentProcessor>;
  /** Pays a checkout. Without it, tests that require a payment are skipped. */
  readonly pay?: (processor: PaymentProcessor, sessionId: string) => Promise<void>;
  readonly deliver?: (processor: PaymentProcessor, sessionId: string) => Promise<WebhookDelivery>;
  readonly buy?: (processor: PaymentProcessor, offerId: string) => Promise<void>;
  /** Well-formed, but of no session. */
  readonly unknownSessionId: string;
  /** Creates a session without our marker. */
  readonly createForeignSession?: (processor: PaymentProcessor) => Promise<string>;
  /** Creating it must not throw. */
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

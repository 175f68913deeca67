import {
  type CheckoutRequest,
  type PaymentProcessor,
  Micros,
  type WebhookDelivery,
} from "@agent-treasury/provider";

/** The implementation under test, and a payer. */
export interface PaymentProcessorConformanceOptions {
  readonly create: () => PaymentProcessor | Promise<PaymentProcessor>;
  /**
   * Completes a checkout as its payer would, so that the money is there. Left out where only a person can:
   * what needs a payer is not examined then.
   */
  readonly pay?: (processor: PaymentProcessor, sessionId: string) => Promise<void>;
  /** What the processor sends to the webhook for a checkout that was paid. */
  readonly deliver?: (processor: PaymentProcessor, sessionId: string) => Promise<WebhookDelivery>;
  /** Pays for an offer as a buyer would. */
  readonly buy?: (processor: PaymentProcessor, offerId: string) => Promise<void>;
  /** A session's id that the processor does not know, well-formed for it. */
  readonly unknownSessionId: string;
  /** Makes a session that does not carry our marker, and answers its id. */
  readonly createForeignSession?: (processor: PaymentProcessor) => Promise<string>;
  /** A processor whose key is missing; making it must not throw. */
  readonly createWithoutKey?: () => PaymentProcessor | Promise<PaymentProcessor>;
}

/** The options where one that may be left out is given. */
export type With<Name extends keyof PaymentProcessorConformanceOptions> =
  PaymentProcessorConformanceOptions & Required<Pick<PaymentProcessorConformanceOptions, Name>>;

/** A checkout of the suite's. */
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

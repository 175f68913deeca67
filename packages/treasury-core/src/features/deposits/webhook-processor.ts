import {
  type PaymentProcessor,
  TreasuryError,
  type WebhookDelivery,
} from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { connectedPayments } from "./connected-payments.ts";

/**
 * Checks the headers of a delivery, before its body is read.
 *
 * @throws TreasuryError `payments_not_connected`, `webhook_not_connected`,
 * `webhook_signature_invalid`.
 */
export function checkDelivery(engine: Engine, headers: WebhookDelivery["headers"]): void {
  processorWithWebhook(engine).checkDelivery?.(headers);
}

type WebhookProcessor = PaymentProcessor & Required<Pick<PaymentProcessor, "events">>;

/** @throws TreasuryError `payments_not_connected`, `webhook_not_connected`. */
export function processorWithWebhook(engine: Engine): WebhookProcessor {
  const payments = connectedPayments(engine);
  if (hasWebhook(payments)) return payments;
  throw new TreasuryError(
    "webhook_not_connected",
    `The payment processor ${payments.provider} has no webhook.`,
  );
}

function hasWebhook(payments: PaymentProcessor): payments is WebhookProcessor {
  return payments.events !== undefined;
}

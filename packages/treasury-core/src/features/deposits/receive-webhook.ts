import type { WebhookAnswer, WebhookOutcome } from "@agent-treasury/contract";
import type { PaymentEvent, PaymentProcessor, WebhookDelivery } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { applyMoneyEvent } from "./apply-event.ts";
import { processorWithWebhook } from "./webhook-processor.ts";

/**
 * Applies a webhook delivery, authenticated by its signature. An error makes the processor retry;
 * events that can never count are acknowledged.
 *
 * @throws TreasuryError `payments_not_connected`, `webhook_not_connected`,
 * `webhook_signature_invalid`, `webhook_mode_mismatch`, and errors of applying it.
 */
export async function receiveWebhook(
  engine: Engine,
  delivery: WebhookDelivery,
): Promise<WebhookAnswer> {
  const payments = processorWithWebhook(engine);
  const outcomes: WebhookOutcome[] = [];
  // Applied in order, because a failed refund consists of two ordered movements.
  for (const event of await payments.events(delivery)) {
    outcomes.push(await apply(engine, payments, event));
  }
  return { received: true, outcomes };
}

async function apply(
  engine: Engine,
  payments: PaymentProcessor,
  event: PaymentEvent,
): Promise<WebhookOutcome> {
  if (event.kind !== "spend") return applyMoneyEvent(engine, payments, event);
  if (engine.spendEvents === null) return "ignored";
  await engine.spendEvents.receive(event);
  return "passed_on";
}

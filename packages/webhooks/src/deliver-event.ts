import { TreasuryError } from "@agent-treasury/provider";
import { retryAfter } from "@agent-treasury/provider/helpers";
import type { Delivery, DeliveryNote } from "@agent-treasury/treasury-core/plugin";
import { isSuccess, sendWebhook } from "./send-webhook.ts";
import { openSecrets } from "./signing-secrets.ts";
import { webhookPayload } from "./webhook-payload.ts";
import type { WebhooksDeps } from "./webhooks-deps.ts";

const gone = 410;

/**
 * Sends an event to the endpoint that is the delivery's target.
 *
 * @throws TreasuryError `outbound_failed` or `address_refused`. The delivery is then repeated.
 */
export async function deliverEvent(
  deps: WebhooksDeps,
  { event, target, signal }: Delivery,
): Promise<DeliveryNote> {
  const { context, endpoints, ring } = deps;
  const { workspaceId } = event;
  const endpoint = (await endpoints.list(workspaceId)).find(({ id }) => id === target);
  if (endpoint === undefined) throw notSent("The endpoint was removed.");
  if (endpoint.disabled !== null) throw notSent("The endpoint is disabled.");
  const nowMs = context.clock.now();
  const response = await sendWebhook(context.fetch, {
    url: endpoint.url,
    id: event.id,
    payload: webhookPayload(event),
    secrets: await openSecrets(ring, workspaceId, endpoint, nowMs),
    nowMs,
    signal,
  });
  const note = `HTTP ${response.status}`;
  if (isSuccess(response)) return { note };
  if (response.status === gone) {
    const disabled = { at: new Date(nowMs).toISOString(), reason: note };
    await endpoints.change(workspaceId, target, (current) => ({ ...current, disabled }));
  }
  throw new TreasuryError("outbound_failed", note, {
    headers: retryAfter(response.headers, nowMs),
  });
}

function notSent(why: string): TreasuryError {
  return new TreasuryError("outbound_failed", why);
}

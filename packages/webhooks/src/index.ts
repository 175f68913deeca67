export type { WebhookDeliveries, WebhookEndpoint } from "./shapes.ts";
export { type WebhookPayload, webhookType } from "./webhook-payload.ts";
export { type WebhooksOptions, webhooks } from "./webhooks.ts";

import { type JsonObject, isTreasuryError, TreasuryError } from "@agent-treasury/provider";
import { type PluginRoute, pluginRoute } from "@agent-treasury/treasury-core/plugin";
import * as z from "zod";
import { withEndpoint } from "./endpoint-list.ts";
import { endpointDescription, endpointKinds, endpointUrl } from "./endpoint.ts";
import { isSuccess, sendWebhook } from "./send-webhook.ts";
import { deliveriesSchema, deliveriesView, endpointSchema, endpointView } from "./shapes.ts";
import { newSecret, openSecrets, secretContext } from "./signing-secrets.ts";
import type { WebhooksDeps } from "./webhooks-deps.ts";

const ofEndpoint = z.object({ endpointId: z.string().max(100) });
const ofAction = {
  actionId: z.string().describe("Id of the administrative action."),
  isDone: z.boolean().describe("False while the action needs approvals."),
};
const secret = z.string().describe("The signing secret. No later response contains it.");

/** All routes, below `/plugins/webhooks`. */
export function webhookRoutes(deps: WebhooksDeps): readonly PluginRoute[] {
  return [
    createEndpointRoute(deps),
    listEndpointsRoute(deps),
    removeEndpointRoute(deps),
    enableEndpointRoute(deps),
    rotateSecretRoute(deps),
    sendTestRoute(deps),
    listDeliveriesRoute(deps),
    replayRoute(deps),
  ] as readonly PluginRoute[];
}

function createEndpointRoute({ context, endpoints, ring }: WebhooksDeps) {
  return pluginRoute({
    name: "createEndpoint",
    method: "POST",
    path: "/endpoints",
    summary: "Add an endpoint, as an administrative action",
    input: z.object({
      url: endpointUrl,
      kinds: endpointKinds.default(null),
      description: endpointDescription.default(null),
    }),
    output: outputOf(
      z.object({
        endpoint: endpointSchema,
        secret,
        ...ofAction,
      }),
    ),
    run: async (fields, { workspaceId, begin }) => {
      const nowMs = context.clock.now();
      const id = `we_${crypto.randomUUID().replaceAll("-", "")}`;
      const shown = newSecret();
      const encrypted = await ring.encrypt(shown, secretContext(workspaceId, id));
      const endpoint = {
        id,
        ...fields,
        // Until the action is applied.
        createdAt: new Date(nowMs).toISOString(),
        since: 0,
        disabled: null,
        secrets: [{ encrypted, until: null }],
      };
      withEndpoint(await endpoints.list(workspaceId), endpoint);
      const { actionId, isDone } = await begin("createEndpoint", { endpoint });
      const added = isDone ? await endpoints.get(workspaceId, id) : endpoint;
      const view = await endpointView(ring, added, nowMs);
      return { endpoint: view, secret: shown, actionId, isDone };
    },
  });
}

function listEndpointsRoute({ context, endpoints, ring }: WebhooksDeps) {
  return pluginRoute({
    name: "listEndpoints",
    method: "GET",
    path: "/endpoints",
    summary: "List the endpoints",
    input: z.object({}),
    output: outputOf(z.object({ endpoints: z.array(endpointSchema) })),
    run: async (_fields, { workspaceId }) => {
      const found = await endpoints.list(workspaceId);
      const nowMs = context.clock.now();
      return { endpoints: await Promise.all(found.map((one) => endpointView(ring, one, nowMs))) };
    },
  });
}

function removeEndpointRoute({ context, endpoints }: WebhooksDeps) {
  return pluginRoute({
    name: "removeEndpoint",
    method: "DELETE",
    path: "/endpoints/{endpointId}",
    summary: "Remove an endpoint with its undelivered events, as an administrative action",
    input: ofEndpoint,
    output: outputOf(
      z.object({
        removed: z.boolean().describe("False while the action needs approvals."),
        ...ofAction,
      }),
    ),
    run: async ({ endpointId }, { workspaceId, begin }) => {
      const { url } = await endpoints.get(workspaceId, endpointId);
      const { actionId, isDone } = await begin("removeEndpoint", { endpointId, url });
      if (isDone) await context.deliveries.remove(workspaceId, endpointId);
      return { removed: isDone, actionId, isDone };
    },
  });
}

function enableEndpointRoute({ context, endpoints, ring }: WebhooksDeps) {
  return pluginRoute({
    name: "enableEndpoint",
    method: "POST",
    path: "/endpoints/{endpointId}/enable",
    summary: "Enable an endpoint that is disabled, as an administrative action",
    input: ofEndpoint,
    output: outputOf(z.object({ endpoint: endpointSchema, ...ofAction })),
    run: async ({ endpointId }, { workspaceId, begin }) => {
      const { url, disabled } = await endpoints.get(workspaceId, endpointId);
      if (disabled === null) {
        throw new TreasuryError("invalid_request", "The endpoint is already enabled.");
      }
      const begun = await begin("enableEndpoint", { endpointId, url });
      const endpoint = await endpoints.get(workspaceId, endpointId);
      return { endpoint: await endpointView(ring, endpoint, context.clock.now()), ...begun };
    },
  });
}

function rotateSecretRoute({ context, endpoints, ring }: WebhooksDeps) {
  return pluginRoute({
    name: "rotateSecret",
    method: "POST",
    path: "/endpoints/{endpointId}/rotate",
    summary:
      "Replace the secret of an endpoint, as an administrative action. The previous one is valid for 24 hours",
    input: ofEndpoint,
    output: outputOf(z.object({ endpoint: endpointSchema, secret, ...ofAction })),
    run: async ({ endpointId }, { workspaceId, begin }) => {
      const { url } = await endpoints.get(workspaceId, endpointId);
      const shown = newSecret();
      const encrypted = await ring.encrypt(shown, secretContext(workspaceId, endpointId));
      const begun = await begin("rotateSecret", { endpointId, url, encrypted });
      const endpoint = await endpoints.get(workspaceId, endpointId);
      const view = await endpointView(ring, endpoint, context.clock.now());
      return { endpoint: view, secret: shown, ...begun };
    },
  });
}

function sendTestRoute({ context, endpoints, ring }: WebhooksDeps) {
  return pluginRoute({
    name: "sendTest",
    method: "POST",
    path: "/endpoints/{endpointId}/test",
    summary: "Send an event of the type `test` to an endpoint",
    input: ofEndpoint,
    output: outputOf(
      z.object({
        succeeded: z.boolean(),
        note: z.string().describe("The HTTP status, or why no response arrived."),
      }),
    ),
    run: async ({ endpointId }, { workspaceId, signal }) => {
      const nowMs = context.clock.now();
      const endpoint = await endpoints.get(workspaceId, endpointId);
      const timestamp = new Date(nowMs).toISOString();
      const id = `test_${crypto.randomUUID()}`;
      const payload = { type: "test", timestamp, data: { workspaceId } };
      try {
        const secrets = await openSecrets(ring, workspaceId, endpoint, nowMs);
        const message = { url: endpoint.url, id, payload, secrets, nowMs, signal };
        const response = await sendWebhook(context.fetch, message);
        return { succeeded: isSuccess(response), note: `HTTP ${response.status}` };
      } catch (error) {
        if (!isTreasuryError(error)) throw error;
        return { succeeded: false, note: error.message };
      }
    },
  });
}

function listDeliveriesRoute({ context, endpoints }: WebhooksDeps) {
  return pluginRoute({
    name: "listDeliveries",
    method: "GET",
    path: "/endpoints/{endpointId}/deliveries",
    summary: "List the failed and the last deliveries of an endpoint",
    input: ofEndpoint,
    output: outputOf(deliveriesSchema),
    run: async ({ endpointId }, { workspaceId }) => {
      await endpoints.get(workspaceId, endpointId);
      return deliveriesOf(context, workspaceId, endpointId);
    },
  });
}

async function deliveriesOf(
  { deliveries }: WebhooksDeps["context"],
  workspaceId: string,
  endpointId: string,
) {
  const states = await deliveries.list(workspaceId, endpointId);
  return deliveriesView(states.find(({ target }) => target === endpointId));
}

function replayRoute({ context, endpoints }: WebhooksDeps) {
  return pluginRoute({
    name: "replay",
    method: "POST",
    path: "/endpoints/{endpointId}/replay",
    summary: "Send failed events of an endpoint again now",
    input: ofEndpoint.extend({
      eventId: z.string().max(100).nullable().default(null).describe("One event; null for all."),
    }),
    output: outputOf(deliveriesSchema),
    run: async ({ endpointId, eventId }, { workspaceId }) => {
      const { disabled } = await endpoints.get(workspaceId, endpointId);
      if (disabled !== null) {
        throw new TreasuryError("invalid_request", "The endpoint is disabled. Enable it first.");
      }
      await context.deliveries.replay(workspaceId, endpointId, eventId);
      return deliveriesOf(context, workspaceId, endpointId);
    },
  });
}

function outputOf(schema: z.ZodType): JsonObject {
  const { $schema: _version, ...output } = z.toJSONSchema(schema);
  return output as JsonObject;
}

import { checkOptions } from "@agent-treasury/provider/helpers";
import type { EventTarget, TreasuryPlugin } from "@agent-treasury/treasury-core/plugin";
import { createEndpoint } from "./create-endpoint.ts";
import { deliverEvent } from "./deliver-event.ts";
import { enableEndpoint } from "./enable-endpoint.ts";
import { endpointStore } from "./endpoint-store.ts";
import type { StoredEndpoint } from "./endpoint.ts";
import { keyRing } from "./key-ring.ts";
import { removeEndpoint } from "./remove-endpoint.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { webhookRoutes } from "./routes.ts";
import { secretRenewal } from "./secret-renewal.ts";

export interface WebhooksOptions {
  /**
   * Encrypts signing secrets in the database: 32 random bytes in base64. To replace the key, put
   * the new one first, separated by a comma.
   */
  readonly encryptionKey: string;
}

/** Longer than a request, so that its own timeout is the one that is reported. */
const deliveryTimeoutMs = 15_000;

const giveUpAfterMs = 3 * 86_400_000;

/**
 * Creates the plugin, which sends events to the endpoints of their workspace.
 *
 * @throws TreasuryError `invalid_request` if the key is not 32 bytes in base64.
 * @example
 * const treasury = createTreasury({
 *   ...options,
 *   plugins: [webhooks({ encryptionKey })],
 *   outbound: guardedFetch(),
 * });
 */
export function webhooks(options: WebhooksOptions): TreasuryPlugin {
  checkOptions("webhooks", options, { encryptionKey: true });
  const ring = keyRing(options.encryptionKey);
  return {
    id: "webhooks",
    register: (context) => {
      const endpoints = endpointStore(context);
      const deps = { context, endpoints, ring };
      return {
        routes: webhookRoutes(deps),
        actions: { createEndpoint, enableEndpoint, rotateSecret, removeEndpoint },
        maintain: secretRenewal(deps),
        events: {
          timeoutMs: deliveryTimeoutMs,
          giveUpAfterMs,
          targets: async (workspaceId) => {
            // The freeze of all workspaces has no documents of plugins.
            if (workspaceId.startsWith("~")) return [];
            return (await endpoints.listTargets(workspaceId)).flatMap((endpoint) =>
              targetOf(endpoint),
            );
          },
          deliver: (delivery) => deliverEvent(deps, delivery),
          missed: async ({ workspaceId, commits }, endpointId) =>
            context.logger.warn(
              { workspaceId, endpointId, commits },
              "Events expired before a webhook endpoint received them.",
            ),
        },
      };
    },
  };
}

function targetOf({ id, kinds, since, disabled }: StoredEndpoint): readonly EventTarget[] {
  return disabled === null ? [{ id, kinds, since }] : [];
}

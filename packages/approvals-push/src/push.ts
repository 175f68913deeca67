import type { TreasuryEventKind } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { checkOptions, retryAfter } from "@agent-treasury/provider/helpers";
import type { Delivery, DeliveryNote, TreasuryPlugin } from "@agent-treasury/treasury-core/plugin";
import type { PushDeps } from "./push-deps.ts";
import { pushKeys } from "./push-keys.ts";
import { pushRoutes } from "./routes.ts";
import { type PushContent, sendPush } from "./send-push.ts";
import { subscriptionStore } from "./subscriptions.ts";

export interface PushOptions {
  /**
   * Identifies the deployment to push services: 32 random bytes in base64. With another key, people
   * turn notifications on again.
   */
  readonly key: string;
  /** How a push service reaches you, for example `mailto:treasury@example.com`. */
  readonly contact: string;
}

/** Longer than a request, so that its own timeout is the one that is reported. */
const deliveryTimeoutMs = 15_000;
const giveUpAfterMs = 86_400_000;
const defaultSeconds = 86_400;

const contents: { readonly [Kind in TreasuryEventKind]?: PushContent["kind"] } = {
  proposalCreated: "requested",
  proposalReminder: "reminder",
  proposalEscalated: "escalated",
};

/**
 * Creates the plugin, which notifies the browsers of approvers that a spend needs approval. A
 * notification decides nothing, and contains neither the amount nor the payee.
 *
 * @throws TreasuryError `invalid_request` for an invalid key or contact.
 * @example
 * const treasury = createTreasury({
 *   ...options,
 *   plugins: [push({ key, contact: "mailto:treasury@example.com" })],
 *   outbound: guardedFetch(),
 * });
 */
export function push(options: PushOptions): TreasuryPlugin {
  checkOptions("push", options, { key: true, contact: true });
  const keys = pushKeys(options);
  return {
    id: "push",
    register: (context) => {
      const subscriptions = subscriptionStore(context);
      const deps: PushDeps = { context, keys, subscriptions };
      return {
        routes: pushRoutes(deps),
        events: {
          timeoutMs: deliveryTimeoutMs,
          giveUpAfterMs,
          targets: async (workspaceId) => {
            // The freeze of all workspaces has no documents of plugins.
            if (workspaceId.startsWith("~")) return [];
            const found = await subscriptions.list(workspaceId);
            return found
              .filter(({ publicKey }) => publicKey === keys.publicKey)
              .map(({ id }) => ({ id, kinds: Object.keys(contents), since: 0 }));
          },
          deliver: (delivery) => deliver(deps, delivery),
        },
      };
    },
  };
}

/** @throws TreasuryError `outbound_failed` or `address_refused`. The delivery is then repeated. */
async function deliver(
  { context, keys, subscriptions }: PushDeps,
  { event, target, signal }: Delivery,
): Promise<DeliveryNote | void> {
  const kind = contents[event.kind];
  if (kind === undefined || !("proposal" in event)) return;
  const { workspaceId, proposal, at } = event;
  const { id: proposalId, status, expiresAt } = proposal;
  if (status !== "pending") return { note: "The spend was decided." };
  const subscription = await subscriptions.get(workspaceId, target);
  // A new target receives earlier events too.
  if (subscription === null || at < subscription.createdAt) return;
  const nowMs = context.clock.now();
  const seconds = expiresAt === null ? defaultSeconds : (Date.parse(expiresAt) - nowMs) / 1_000;
  const content = { workspaceId, proposalId, kind };
  const { status: code, headers } = await sendPush(context.fetch, keys, subscription, content, {
    seconds,
    signal,
  });
  const note = `HTTP ${code}`;
  if (code >= 200 && code < 300) return { note };
  if (code === 404 || code === 410) {
    // The browser unsubscribed. Its person may have subscribed again meanwhile.
    const present = await subscriptions.get(workspaceId, target);
    if (present?.createdAt === subscription.createdAt) {
      await subscriptions.remove(workspaceId, target);
    }
    return { note };
  }
  throw new TreasuryError("outbound_failed", note, { headers: retryAfter(headers, nowMs) });
}

import { createHash } from "node:crypto";
import { readOutsideText } from "@agent-treasury/contract";
import { type JsonObject, TreasuryError } from "@agent-treasury/provider";
import {
  type PluginCall,
  type PluginRoute,
  pluginRoute,
} from "@agent-treasury/treasury-core/plugin";
import * as z from "zod";
import type { PushDeps } from "./push-deps.ts";
import { checkEncryption } from "./send-push.ts";
import { type StoredSubscription, browserSubscription } from "./subscriptions.ts";

const deviceName = z
  .string()
  .max(100)
  .refine((name) => readOutsideText(name).flaw === null, "must not contain control characters");

const view = z.object({
  id: z.string().describe("The first 32 hexadecimal digits of the SHA-256 of the endpoint."),
  person: z.string().nullable().describe("Null without sign-in."),
  device: z.string().describe("As the browser named itself."),
  service: z.string().describe("Host of the push service."),
  createdAt: z.string(),
  isOwn: z.boolean().describe("Whether it is the caller's."),
  isActive: z.boolean().describe("False after the deployment's key was replaced."),
});

/** All routes, below `/plugins/push`. */
export function pushRoutes({ context, keys, subscriptions }: PushDeps): readonly PluginRoute[] {
  const viewOf = (one: StoredSubscription, call: PluginCall) => ({
    id: one.id,
    person: one.person,
    device: one.device,
    service: new URL(one.subscription.endpoint).host,
    createdAt: one.createdAt,
    isOwn: one.personId === ownerOf(call).personId,
    isActive: one.publicKey === keys.publicKey,
  });
  return [
    pluginRoute({
      name: "listSubscriptions",
      method: "GET",
      path: "/subscriptions",
      summary: "List the devices that are notified, and the key to subscribe with",
      input: z.object({}),
      output: outputOf(z.object({ publicKey: z.string(), subscriptions: z.array(view) })),
      run: async (_fields, call) => ({
        publicKey: keys.publicKey,
        subscriptions: (await subscriptions.list(call.workspaceId)).map((one) => viewOf(one, call)),
      }),
    }),
    pluginRoute({
      name: "subscribe",
      method: "POST",
      path: "/subscriptions",
      summary: "Notify the caller's device",
      input: z.object({ subscription: browserSubscription, device: deviceName }),
      output: outputOf(z.object({ subscription: view })),
      run: async ({ subscription, device }, call) => {
        checkEncryption(keys, subscription);
        const added: StoredSubscription = {
          id: subscriptionId(subscription.endpoint),
          subscription,
          ...ownerOf(call),
          device,
          publicKey: keys.publicKey,
          createdAt: new Date(context.clock.now()).toISOString(),
        };
        await subscriptions.put(call.workspaceId, added);
        return { subscription: viewOf(added, call) };
      },
    }),
    pluginRoute({
      name: "unsubscribe",
      method: "DELETE",
      path: "/subscriptions/{subscriptionId}",
      summary: "Notify a device no longer, which may be another person's",
      input: z.object({ subscriptionId: z.string().max(100) }),
      output: outputOf(z.object({ removed: z.literal(true) })),
      run: async ({ subscriptionId: id }, { workspaceId }) => {
        if ((await subscriptions.get(workspaceId, id)) === null) {
          throw new TreasuryError("endpoint_not_found", `There is no subscription ${id}.`);
        }
        await subscriptions.remove(workspaceId, id);
        return { removed: true };
      },
    }),
  ] as readonly PluginRoute[];
}

function ownerOf({ principal }: PluginCall): Pick<StoredSubscription, "personId" | "person"> {
  const { operator } = principal;
  return { personId: operator?.id ?? operator?.name ?? null, person: operator?.name ?? null };
}

function subscriptionId(endpoint: string): string {
  return createHash("sha256").update(endpoint).digest("hex").slice(0, 32);
}

function outputOf(schema: z.ZodType): JsonObject {
  const { $schema: _version, ...output } = z.toJSONSchema(schema);
  return output as JsonObject;
}

import type { PluginContext } from "@agent-treasury/treasury-core/plugin";
import type { PushKeys } from "./push-keys.ts";
import type { SubscriptionStore } from "./subscriptions.ts";

export interface PushDeps {
  readonly context: PluginContext;
  readonly keys: PushKeys;
  readonly subscriptions: SubscriptionStore;
}

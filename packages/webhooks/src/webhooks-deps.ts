import type { PluginContext } from "@agent-treasury/treasury-core/plugin";
import type { EndpointStore } from "./endpoint-store.ts";
import type { KeyRing } from "./key-ring.ts";

export interface WebhooksDeps {
  readonly context: PluginContext;
  readonly endpoints: EndpointStore;
  readonly ring: KeyRing;
}

import type { ActionType } from "../../kernel/action-type.ts";
import type { Feature } from "../../kernel/feature.ts";

export { PluginActions } from "./plugin-actions.ts";

/** Documents of plugins have kinds of their own, which an erasure does not change. */
export function pluginsFeature(pluginAction: ActionType, ids: readonly string[]): Feature {
  return {
    name: "plugins",
    requires: ["administration", "agent", "events", "external-agents"],
    actions: { plugin_action: pluginAction },
    stateOf: () => ({ plugins: [...ids] }),
  };
}

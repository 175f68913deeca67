import { checkExtensionIds } from "../../http/plugin-operation.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import type { TurnTool } from "../../kernel/turn-tool.ts";
import { hostTool } from "../agent/index.ts";
import type { EventConsumer } from "../events/index.ts";
import type { PluginActions } from "./plugin-actions.ts";
import { pluginCall } from "./plugin-call.ts";
import { consumerIdOf, pluginContext, type PluginDeps } from "./plugin-context.ts";
import { type RegisteredRoute, registerRoutes } from "./plugin-operations.ts";
import type { PluginParts, TreasuryPlugin } from "./treasury-plugin.ts";

/** What a plugin adds to a treasury. */
export interface RegisteredPlugin extends Pick<PluginParts, "maintain" | "close"> {
  readonly id: string;
  readonly routes: readonly RegisteredRoute[];
  readonly tools: readonly TurnTool[];
  readonly consumer: EventConsumer | null;
}

/**
 * Registers plugins in their order.
 *
 * @throws TreasuryError `invalid_request` for an invalid or repeated id, an invalid route, and a
 * missing `openPluginRoutes`.
 */
export function registerPlugins(
  plugins: readonly TreasuryPlugin[],
  openRoutes: readonly string[],
  actions: PluginActions,
  deps: PluginDeps,
): readonly RegisteredPlugin[] {
  checkExtensionIds(
    "plugin",
    plugins.map(({ id }) => id),
  );
  const registered = plugins.map((plugin) => register(plugin.id, plugin, actions, deps));
  checkOpenRoutes(openRoutes, registered);
  return registered;
}

function register(
  id: string,
  plugin: TreasuryPlugin,
  actions: PluginActions,
  deps: PluginDeps,
): RegisteredPlugin {
  const parts = plugin.register(pluginContext(id, deps));
  const { routes = [], signedRoutes = [], tools = [], events, maintain, close } = parts;
  actions.add(id, parts.actions ?? {});
  return {
    id,
    routes: registerRoutes(id, routes, signedRoutes, (request) =>
      pluginCall(deps.engine, id, actions, request),
    ),
    tools: tools.map(hostTool),
    consumer: events === undefined ? null : consumerOf(id, events),
    ...(maintain && { maintain: (signal) => maintain.call(parts, signal) }),
    ...(close && { close: () => close.call(parts) }),
  };
}

/** The plugin's object may be of a class, so that a spread would lose its methods. */
function consumerOf(pluginId: string, events: NonNullable<PluginParts["events"]>): EventConsumer {
  const { timeoutMs, giveUpAfterMs, targets, missed } = events;
  return {
    id: consumerIdOf(pluginId),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(giveUpAfterMs !== undefined && { giveUpAfterMs }),
    ...(targets && { targets: (workspaceId) => targets.call(events, workspaceId) }),
    deliver: (delivery) => events.deliver(delivery),
    ...(missed && { missed: (gap, target) => missed.call(events, gap, target) }),
  };
}

/** A misspelled route would stay closed without a reason. */
function checkOpenRoutes(
  openRoutes: readonly string[],
  registered: readonly RegisteredPlugin[],
): void {
  const operations = registered.flatMap(({ routes }) => routes.map(({ operation }) => operation));
  for (const route of openRoutes) {
    const isKnown = operations.some(
      ({ kind, action }) => kind === "called" && action === `plugin:${route}`,
    );
    if (!isKnown)
      throw invalidRequest(
        `\`openPluginRoutes\` has ${JSON.stringify(route)}, which is not a route of a plugin.`,
      );
  }
}

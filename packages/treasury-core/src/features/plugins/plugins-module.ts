import type { PluginOperationDescription } from "@agent-treasury/contract/openapi";
import type { CoreModule } from "../../http/core-module.ts";
import { atMost } from "../../kernel/at-most.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { EventConsumer, Deliveries, EventWiring } from "../events/index.ts";
import type { PluginActions } from "./plugin-actions.ts";
import { pluginMaintenance } from "./plugin-maintenance.ts";
import { type RegisteredPlugin, registerPlugins } from "./register-plugin.ts";

const longestCloseMs = 5_000;

export interface Plugins {
  readonly modules: readonly CoreModule[];
  readonly consumers: readonly EventConsumer[];
  readonly descriptions: readonly PluginOperationDescription[];
}

/** @throws TreasuryError `invalid_request` for an invalid plugin. */
export function pluginsModule(
  engine: Engine,
  options: TreasuryOptions,
  actions: PluginActions,
  events: Pick<EventWiring, "deliveriesOf">,
): Plugins {
  const { plugins = [], openPluginRoutes = [], logger = null, outbound = null } = options;
  const deliveriesOf = (consumerId: string): Deliveries => events.deliveriesOf(engine, consumerId);
  const deps = { engine, logger, outbound, deliveriesOf };
  const registered = registerPlugins(plugins, openPluginRoutes, actions, deps);
  return {
    modules: registered.map((plugin) => moduleOf(engine, plugin)),
    consumers: registered.flatMap(({ consumer }) => consumer ?? []),
    descriptions: registered.flatMap(({ routes }) => routes.map(({ description }) => description)),
  };
}

function moduleOf(
  { clock, report }: Engine,
  { id, routes, tools, maintain, close }: RegisteredPlugin,
): CoreModule {
  const maintenance = maintain && pluginMaintenance(maintain);
  return {
    plugins: routes.map(({ operation }) => operation),
    tools,
    ...(maintenance && {
      maintenance: {
        timed: () => maintenance.run(),
        // A plugin's failure must not hide what was recovered.
        recover: () => maintenance.run().catch(report),
      },
    }),
    close: async () => {
      const ended = Promise.resolve(maintenance?.stop()).then(() => close?.());
      if (await atMost(longestCloseMs, clock, ended.catch(report))) return;
      report(new Error(`Plugin ${id} did not close within 5 seconds.`));
    },
  };
}

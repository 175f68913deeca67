import type { TreasuryOptions } from "@agent-treasury/treasury-core";
import type { TreasuryPlugin } from "@agent-treasury/treasury-core/plugin";
import type { TestFramework } from "../conformance/test-framework.ts";
import { maintenanceTests } from "./maintenance-tests.ts";
import { routeTests } from "./route-tests.ts";

/** The plugin under test. */
export interface PluginConformanceOptions {
  /** Returns a new plugin each time. */
  readonly create: () => TreasuryPlugin;
  /** Options that the plugin needs, for example `outbound`. */
  readonly options?: Partial<TreasuryOptions>;
}

/** A test of any plugin. Throws the reason if the plugin does not satisfy it. */
export interface PluginTest {
  readonly name: string;
  readonly run: (
    plugin: PluginConformanceOptions,
    expect: TestFramework["expect"],
  ) => Promise<void>;
}

/**
 * Tests any `TreasuryPlugin`: its routes are described and closed to other callers, its maintenance
 * can be repeated, and it closes. What it does is up to your own tests.
 *
 * @example
 * import { describe, expect, it } from "vitest";
 * pluginConformance({ describe, it, expect }, { create: () => myPlugin() });
 */
export function pluginConformance(
  { describe, it, expect }: TestFramework,
  plugin: PluginConformanceOptions,
): void {
  describe("a plugin", () => {
    for (const { name, run } of [...routeTests, ...maintenanceTests]) {
      it(name, () => run(plugin, expect));
    }
  });
}

import type { TestFramework } from "../conformance/test-framework.ts";
import { maintenanceTests } from "./maintenance-tests.ts";
import type { PluginConformanceOptions } from "./plugin-test.ts";
import { routeTests } from "./route-tests.ts";

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

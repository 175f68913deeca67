import type { TreasuryOptions } from "@agent-treasury/treasury-core";
import type { TreasuryPlugin } from "@agent-treasury/treasury-core/plugin";
import type { TestFramework } from "../conformance/test-framework.ts";

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

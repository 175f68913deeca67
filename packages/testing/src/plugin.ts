export { pluginConformance } from "./plugin/plugin-conformance.ts";
export type { PluginConformanceOptions } from "./plugin/plugin-test.ts";

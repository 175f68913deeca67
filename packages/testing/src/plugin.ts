export { type PluginConformanceOptions, pluginConformance } from "./plugin/plugin-conformance.ts";

/**
 * The scenarios of agent frameworks with the treasury's tools.
 *
 * @module
 */
export type { AgentFramework, AgentRun, ScriptedSpend } from "./frameworks/agent-framework.ts";
export { frameworkScenarios } from "./frameworks/framework-scenarios.ts";
export { type QuickStart, type RunQuickStart, quickStartTest } from "./frameworks/quick-start.ts";

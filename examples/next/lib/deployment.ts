import { type LazyDeployment, deploymentFromEnvironment } from "@agent-treasury/server";

/** Next loads a module once for each route that imports it; all of them mean the same treasury. */
const shared = globalThis as typeof globalThis & { agentTreasury?: LazyDeployment };

/** The treasury of this app, and what is mounted beside it: set up by the first request. */
export const deployment: LazyDeployment = (shared.agentTreasury ??= deploymentFromEnvironment());

import { type LazyDeployment, deploymentFromEnvironment } from "@agent-treasury/server";
import { sandboxOrigins, sandboxSellers } from "./sandbox-sellers.ts";

/** Next loads a module once for each route that imports it, and all of them must share one treasury. */
const shared = globalThis as typeof globalThis & { agentTreasury?: LazyDeployment };

/** The treasury of this app and its session and checkout handlers. The first request creates it. */
export const deployment: LazyDeployment = (shared.agentTreasury ??= open());

function open(): LazyDeployment {
  const isSandbox = process.env["TREASURY_SANDBOX"] === "on";
  // Agents of the sandbox buy with test money.
  return deploymentFromEnvironment(
    isSandbox ? { paidFetch: { origins: sandboxOrigins }, sandboxSellers } : {},
  );
}

import { type ExecutorContext, type OutboundFetch, TreasuryError } from "@agent-treasury/provider";
import { ensureDeploymentId } from "../../kernel/deployment/deployment-id.ts";
import type { Engine } from "../../kernel/engine.ts";
import { executorStore } from "./executor-store.ts";

/** Returns what an executor or a rail for incoming payments receives from its treasury. */
export function executorContext(
  engine: Engine,
  provider: string,
  outbound: OutboundFetch | undefined,
): ExecutorContext {
  let deploymentId: Promise<string> | null = null;
  return Object.freeze<ExecutorContext>({
    deploymentId: () => {
      deploymentId ??= ensureDeploymentId(engine).catch((error: unknown) => {
        // The next call tries again.
        deploymentId = null;
        throw error;
      });
      return deploymentId;
    },
    store: executorStore(engine, provider),
    outbound: async (request) => {
      if (outbound !== undefined) return outbound(request);
      const message = `The executor ${provider} has no connection to other services.`;
      throw new TreasuryError("outbound_not_connected", message);
    },
    clock: engine.clock,
  });
}

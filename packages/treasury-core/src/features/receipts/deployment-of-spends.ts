import { ensureDeploymentId } from "../../kernel/deployment/deployment-id.ts";
import type { SpendPreparation } from "../../kernel/engine.ts";

/** Proposes spends in format 3, whose texts a receipt can disclose one by one. */
export function deploymentOfSpends(): SpendPreparation {
  let known: Promise<string> | null = null;
  return {
    beforeProposal: async (engine) => {
      known ??= ensureDeploymentId(engine);
      try {
        return { deployment: await known };
      } catch (error) {
        // The next spend tries again.
        known = null;
        throw error;
      }
    },
  };
}

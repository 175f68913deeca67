import type { Proposal } from "@agent-treasury/contract";
import { isTreasuryError, type PaidResource } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { readResource } from "../payments/index.ts";

/** Returns what a payment bought. Null before the payment, and if it was lost. */
export async function readStoredResource(
  engine: Engine,
  { id: proposalId, workspaceId, hasResource }: Proposal,
): Promise<PaidResource | null> {
  if (!hasResource) return null;
  try {
    return await readResource(engine, { workspaceId, proposalId, agentId: null });
  } catch (error) {
    // It expired, or was erased.
    if (isTreasuryError(error) && error.code === "resource_not_found") return null;
    throw error;
  }
}

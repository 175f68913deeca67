import type { Proposal } from "@agent-treasury/contract";
import { isTreasuryError, type PaidResource } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { readResourceHead } from "../payments/index.ts";

/** Returns the beginning of what a payment bought, at most 256 KiB. Null before the payment, and if it was lost. */
export async function readStoredResource(
  engine: Engine,
  { id: proposalId, workspaceId, hasResource }: Proposal,
): Promise<(PaidResource & { readonly isTruncated: boolean }) | null> {
  if (!hasResource) return null;
  try {
    const question = { workspaceId, proposalId, agentId: null };
    const { stored, ...head } = await readResourceHead(engine, question);
    return { ...head, isTruncated: stored !== null };
  } catch (error) {
    // It expired, or was erased.
    if (isTreasuryError(error) && error.code === "resource_not_found") return null;
    throw error;
  }
}

import type { Storage } from "@agent-treasury/provider";
import {
  proposalFromDoc,
  proposalKey,
  type SpendProposal,
} from "../../packages/treasury-core/src/domain.ts";
import { buyerWorkspace as workspaceId } from "./buyer-task.ts";

/** Returns the proposals of these ids that were committed. */
export async function proposalsIn(
  storage: Storage,
  proposalIds: readonly string[],
): Promise<readonly SpendProposal[]> {
  const keys = proposalIds.map(proposalKey);
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  return (snapshot?.found ?? []).map(proposalFromDoc);
}

export async function heldIn(storage: Storage, proposalIds: readonly string[]): Promise<number> {
  const proposals = await proposalsIn(storage, proposalIds);
  return proposals.filter(({ hold }) => hold !== null).length;
}

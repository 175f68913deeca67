import { type PaidResource, TreasuryError } from "@agent-treasury/provider";
import type { Engine } from "../../../kernel/engine.ts";
import { proposalFromDoc, proposalNotFound } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKey, proposalKind } from "../../../kernel/proposals/proposal.ts";
import type { ExplainedQuestion } from "../../../kernel/views/read-explained.ts";
import { resourceFrom, resourceKey, resourceKind } from "./resource-doc.ts";

/**
 * Reads what a spend bought.
 *
 * @throws TreasuryError `proposal_not_found`, `resource_not_found`.
 */
export async function readResource(
  { storage }: Pick<Engine, "storage">,
  { workspaceId, proposalId, agentId }: ExplainedQuestion,
): Promise<PaidResource> {
  const keys = [proposalKey(proposalId), resourceKey(proposalId)];
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  const { found = [], storageNow = 0 } = snapshot ?? {};
  const doc = found.find(({ kind }) => kind === proposalKind);
  // An agent cannot find out whether another agent's proposal exists.
  if (doc === undefined || (agentId !== null && proposalFromDoc(doc).agentId !== agentId)) {
    throw proposalNotFound(workspaceId, proposalId);
  }
  const stored = found.find(({ kind }) => kind === resourceKind);
  const resource = resourceFrom(stored, storageNow);
  if (resource !== null) return resource;
  throw new TreasuryError("resource_not_found", "Nothing is stored that the spend bought.");
}

import type { ExplanationItem, Proposal } from "@agent-treasury/contract";
import { evidenceKey, evidenceKind, withApprovalsIn } from "../approvals/approval-evidence.ts";
import type { Engine } from "../engine.ts";
import { judgementIn, judgementKey } from "../judgement/judgement-doc.ts";
import type { SpendingPolicy } from "../judgement/spending-policy.ts";
import { asOf, proposalFromDoc, proposalNotFound } from "../proposals/proposal-record.ts";
import { type SpendProposal, proposalKey } from "../proposals/proposal.ts";
import { proposalToWire } from "./wire.ts";

export interface ExplainedProposal {
  readonly proposal: Proposal;
  /** Decisive rules first. */
  readonly explanation: readonly ExplanationItem[];
}

export interface ExplainedQuestion {
  readonly workspaceId: string;
  readonly proposalId: string;
  /** Only this agent's proposal, or null for any. */
  readonly agentId: string | null;
}

/**
 * Reads a proposal with the rules that applied to it. Includes earlier epochs, so that the agent
 * learns that a reset denied its proposal.
 *
 * @throws TreasuryError `proposal_not_found`.
 */
export async function readExplained(
  { storage, policy }: Engine,
  { workspaceId, proposalId, agentId }: ExplainedQuestion,
): Promise<ExplainedProposal> {
  const keys = [proposalKey(proposalId), judgementKey(proposalId), evidenceKey(proposalId)];
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  const found = snapshot?.found ?? [];
  const doc = found.find(({ kind }) => kind === keys[0]?.kind);
  const proposal = doc && asOf(proposalFromDoc(doc), snapshot?.storageNow ?? 0);
  // An agent cannot find out whether another agent's proposal exists.
  if (proposal === undefined || (agentId !== null && proposal.agentId !== agentId)) {
    throw proposalNotFound(workspaceId, proposalId);
  }
  const { findings } = judgementIn(proposal, found);
  const evidence = found.find(({ kind }) => kind === evidenceKind);
  const complete = withApprovalsIn(evidence, proposal);
  return {
    proposal: proposalToWire(workspaceId, complete),
    explanation: [...findings, ...explanationOf(proposal, policy)],
  };
}

/** What the guards state of a spend beside its findings. */
export function explanationOf(
  spend: SpendProposal,
  { guards }: SpendingPolicy,
): readonly ExplanationItem[] {
  return guards.flatMap((guard) => guard.explain?.(spend) ?? []);
}

import { type Progress, progressOf, type Requirement } from "@agent-treasury/rules";
import type { SpendProposal } from "../proposals/proposal.ts";

/** Tests a proposal's approvals, by default against what was required when it was proposed. */
export function approvalProgress(
  { behind, ruling }: SpendProposal,
  requirements: readonly Requirement[] = ruling.requirements,
): Progress {
  const approvals = ruling.approvals.map(({ id, groups }) => ({ person: id, groups }));
  return progressOf(requirements, approvals, behind?.id ?? null);
}

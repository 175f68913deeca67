import type { ApprovalProgress } from "@agent-treasury/contract";
import {
  type Progress,
  progressOf,
  progressOfTally,
  type Proposer,
  type Requirement,
} from "@agent-treasury/rules";
import { personsBehind } from "../ledger/person.ts";
import { timestamp } from "../ledger/timestamp.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import { type ApprovalRecord, approvalsGiven } from "./approval-record.ts";
import { isSummary, type StoredApprovals } from "./approval-summary.ts";
import { sourceName } from "./decision-source.ts";

/** Tests a proposal's approvals against what was required when it was proposed. */
export function approvalProgress({ behind, ruling }: SpendProposal): Progress {
  const { approvals, requirements } = ruling;
  return isSummary(approvals)
    ? progressOfTally(requirements, approvals.tally)
    : progressOfRecords(requirements, approvals, personsBehind(behind));
}

export function proposalApprovals(proposal: SpendProposal): ApprovalProgress {
  const { status, autoApproved, ruling } = proposal;
  const progress = approvalProgress(proposal);
  const needed = autoApproved ? 0 : progress.needed;
  return approvalsToWire(ruling.approvals, { ...progress, needed }, status === "pending");
}

export function approvalsToWire(
  approvals: StoredApprovals,
  { given, needed, missing, needsPasskey }: Progress,
  isPending: boolean,
): ApprovalProgress {
  return {
    given,
    needed,
    missing: isPending ? [...missing] : [],
    ...(isPending && needsPasskey && { needsPasskey }),
    by: isSummary(approvals) ? approvals.by.map(summaryToWire) : approvals.map(approvalToWire),
  };
}

type GivenApproval = ApprovalProgress["by"][number];

export function approvalToWire({
  name,
  at,
  comment,
  source,
  passkey,
}: ApprovalRecord): GivenApproval {
  const isSigned = passkey !== undefined;
  return { name, at: timestamp(at), comment, channel: sourceName(source), passkey: isSigned };
}

/** The rest is in the evidence, until the proposal is decided. */
function summaryToWire({ name, at }: Pick<ApprovalRecord, "name" | "at">): GivenApproval {
  return { name, at: timestamp(at), comment: null, channel: null, passkey: false };
}

/**
 * Whether added approvals count towards one of the requirements. Others are not stored, because any
 * number of persons may try, and every load reads what is pending.
 */
export function isCounted(
  before: readonly ApprovalRecord[],
  added: readonly ApprovalRecord[],
  requirements: readonly Requirement[],
  proposer: Proposer,
): boolean {
  const each = requirements.length === 0 ? [[]] : requirements.map((one) => [one]);
  const given = (approvals: readonly ApprovalRecord[], one: readonly Requirement[]): number =>
    progressOfRecords(one, approvals, proposer).given;
  return each.some((one) => given(added, one) > given(before, one));
}

export function progressOfRecords(
  requirements: readonly Requirement[],
  approvals: readonly ApprovalRecord[],
  proposer: Proposer,
): Progress {
  return progressOf(requirements, approvalsGiven(approvals), proposer);
}

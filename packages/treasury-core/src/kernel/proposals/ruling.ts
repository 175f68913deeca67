import type { Json, JsonObject } from "@agent-treasury/provider";
import { type Requirement, requirementFromJson, requirementToJson } from "@agent-treasury/rules";
import {
  approvalsFromJson,
  approvalsToJson,
  isSummary,
  type StoredApprovals,
} from "../approvals/approval-summary.ts";
import {
  judgementFromJson,
  type JudgementRecord,
  judgementToJson,
} from "../judgement/judgement-record.ts";

/** What published rules and allocations mean for a proposal. */
export interface SpendRuling {
  readonly allocationId: string | null;
  /** Digest of the published rules that judged the spend last; null without them. */
  readonly rules: string | null;
  /** Digest of the rules at the proposal. Missing if `rules` is that digest. */
  readonly proposedUnder?: string | null;
  /** What the rules required at the proposal. Later rules can only add requirements. */
  readonly requirements: readonly Requirement[];
  readonly approvals: StoredApprovals;
  /** Whether counters of rules or allocations contain the spend. */
  readonly isCharged: boolean;
  /**
   * What the rules found, if the same command closed the proposal. Otherwise null: an open
   * proposal, which every load contains, has a document for it.
   */
  readonly judgement: JudgementRecord | null;
}

export const noRuling: SpendRuling = {
  allocationId: null,
  rules: null,
  requirements: [],
  approvals: [],
  isCharged: false,
  judgement: null,
};

/** Omits defaults, because open proposals are read with every load. Undefined without a field. */
export function rulingToJson(ruling: SpendRuling): JsonObject | undefined {
  const { allocationId, rules, proposedUnder, requirements } = ruling;
  const { approvals, isCharged, judgement } = ruling;
  const json: JsonObject = {
    ...(allocationId !== null && { allocationId }),
    ...(rules !== null && { rules }),
    ...(proposedUnder !== undefined && { proposedUnder }),
    ...(requirements.length > 0 && { requirements: requirements.map(requirementToJson) }),
    ...((isSummary(approvals) || approvals.length > 0) && {
      approvals: approvalsToJson(approvals),
    }),
    ...(isCharged && { isCharged }),
    ...(judgement !== null && { judgement: judgementToJson(judgement) }),
  };
  return Object.keys(json).length === 0 ? undefined : json;
}

export function rulingFromJson(json: JsonObject | undefined): SpendRuling {
  if (json === undefined) return noRuling;
  const { requirements, approvals, judgement, ...rest } = json;
  return {
    ...noRuling,
    ...(rest as Partial<SpendRuling>),
    requirements: ((requirements ?? []) as readonly Json[]).map(requirementFromJson),
    approvals: approvalsFromJson(approvals),
    judgement: judgement === undefined ? null : judgementFromJson(judgement),
  };
}

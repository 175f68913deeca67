import type { Json } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import type { ApprovalTally } from "@agent-treasury/rules";
import type { ApprovalRecord } from "./approval-record.ts";

/**
 * What an open proposal stores if its approvals are too large for it. Every load reads all open
 * documents, so the approvals themselves are in a closed one, the evidence.
 */
export interface ApprovalSummary {
  readonly by: readonly Pick<ApprovalRecord, "name" | "at">[];
  /** Under the requirements that the proposal stores. */
  readonly tally: ApprovalTally;
}

export type StoredApprovals = readonly ApprovalRecord[] | ApprovalSummary;

export function isSummary(approvals: StoredApprovals): approvals is ApprovalSummary {
  return "tally" in approvals;
}

interface StoredSummary {
  readonly by: readonly (readonly [name: string | null, at: number])[];
  readonly tally: readonly number[];
}

export function approvalsToJson(approvals: StoredApprovals): Json {
  if (!isSummary(approvals)) return toStored(approvals);
  const { by, tally } = approvals;
  return { by: by.map(({ name, at }) => [name, at]), tally: [tally.given, ...tally.missing] };
}

export function approvalsFromJson(json: Json | undefined): StoredApprovals {
  if (json === undefined) return [];
  if (Array.isArray(json)) return json;
  const { by, tally } = fromStored<StoredSummary>(json);
  const [given = 0, ...missing] = tally;
  return { by: by.map(([name, at]) => ({ name, at })), tally: { given, missing } };
}

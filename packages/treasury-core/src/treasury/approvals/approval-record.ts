import { Micros } from "@agent-treasury/provider";
import type { Operator } from "../../ledger/operator.ts";

/** One person's approval. */
export interface ApprovalRecord {
  /** Null without sign-in. */
  readonly id: string | null;
  readonly name: string | null;
  readonly verified: boolean;
  readonly groups: readonly string[];
  readonly at: number;
  readonly comment: string | null;
  /** Decimal micro-dollars. Missing for the proposed amount. */
  readonly approvedAmount?: string;
}

export function approvalBy(
  { id, name, verified, groups }: Operator,
  comment: string | null,
  at: number,
  amount: Micros | null = null,
): ApprovalRecord {
  const approvedAmount = amount === null ? {} : { approvedAmount: Micros.toText(amount) };
  return { id, name, verified, groups, at, comment, ...approvedAmount };
}

/** Whether the person approved already. Approvals without sign-in may be one person's. */
export function hasApproved(approvals: readonly ApprovalRecord[], { id }: Operator): boolean {
  return approvals.some((approval) => approval.id === id);
}

/**
 * Adds an approval. A person's further approval adds the groups of its credential, and can lower
 * the amount. To raise it, the person withdraws the first approval.
 */
export function withApproval(
  approvals: readonly ApprovalRecord[],
  approval: ApprovalRecord,
): readonly ApprovalRecord[] {
  const known = approvals.find(({ id }) => id === approval.id);
  if (known === undefined) return [...approvals, approval];
  const groups = [...new Set([...known.groups, ...approval.groups])];
  const lowest = lowestAmount([known, approval]);
  if (groups.length === known.groups.length && lowest === lowestAmount([known])) return approvals;
  const lowered = lowest === null ? {} : { approvedAmount: Micros.toText(lowest) };
  return approvals.map((one) => (one === known ? { ...known, groups, ...lowered } : one));
}

/** Null if no approver named an amount. */
export function lowestAmount(
  approvals: readonly Pick<ApprovalRecord, "approvedAmount">[],
): Micros | null {
  const named = approvals.flatMap(({ approvedAmount }) =>
    approvedAmount === undefined ? [] : [Micros.of(approvedAmount)],
  );
  return named.length === 0 ? null : named.reduce((lowest, one) => (one < lowest ? one : lowest));
}

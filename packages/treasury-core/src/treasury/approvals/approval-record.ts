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
}

export function approvalBy(
  { id, name, verified, groups }: Operator,
  comment: string | null,
  at: number,
): ApprovalRecord {
  return { id, name, verified, groups, at, comment };
}

/** Whether the person approved already. Approvals without sign-in may be one person's. */
export function hasApproved(approvals: readonly ApprovalRecord[], { id }: Operator): boolean {
  return approvals.some((approval) => approval.id === id);
}

/** Adds an approval. A person's further credential adds only its groups. */
export function withApproval(
  approvals: readonly ApprovalRecord[],
  approval: ApprovalRecord,
): readonly ApprovalRecord[] {
  const known = approvals.find(({ id }) => id === approval.id);
  if (known === undefined) return [...approvals, approval];
  const groups = [...new Set([...known.groups, ...approval.groups])];
  if (groups.length === known.groups.length) return approvals;
  return approvals.map((one) => (one === known ? { ...known, groups } : one));
}

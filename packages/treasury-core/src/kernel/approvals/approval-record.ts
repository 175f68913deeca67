import { Micros } from "@agent-treasury/provider";
import type { Approval } from "@agent-treasury/rules";
import type { Operator } from "../ledger/operator.ts";
import { type DecisionSource, sourceToRecord } from "./decision-source.ts";

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
  /** Missing for the page and the API. */
  readonly source?: DecisionSource;
  /** SHA-256 of the evidence of the person's signature with a passkey. Missing without one. */
  readonly passkey?: string;
}

/** How an approval was given, beside its person and comment. */
export type ApprovalMeans = Pick<ApprovalRecord, "source" | "passkey">;

export function approvalBy(
  { id, name, verified, groups }: Operator,
  comment: string | null,
  at: number,
  amount: Micros | null = null,
  means: ApprovalMeans = {},
): ApprovalRecord {
  const approvedAmount = amount === null ? {} : { approvedAmount: Micros.toText(amount) };
  return { id, name, verified, groups, at, comment, ...approvedAmount, ...means };
}

/** What the ledger entry commits to. */
export function approverText({
  id,
  name,
  source,
  passkey,
}: Pick<ApprovalRecord, "id" | "name" | "source" | "passkey">): string {
  const from = sourceToRecord(source);
  const means = { ...(from !== undefined && { from }), ...(passkey !== undefined && { passkey }) };
  return JSON.stringify(Object.keys(means).length === 0 ? [id, name] : [id, name, means]);
}

/** Whether the person approved already. Approvals without sign-in may be one person's. */
export function hasApproved(approvals: readonly ApprovalRecord[], { id }: Operator): boolean {
  return approvals.some((approval) => approval.id === id);
}

/**
 * Adds an approval. A person's further approval adds the groups of its credential and its means, and
 * can lower the amount. To raise it, the person withdraws the first approval.
 */
export function withApproval(
  approvals: readonly ApprovalRecord[],
  approval: ApprovalRecord,
): readonly ApprovalRecord[] {
  const known = approvals.find(({ id }) => id === approval.id);
  if (known === undefined) return [...approvals, approval];
  const groups = [...new Set([...known.groups, ...approval.groups])];
  const lowest = lowestAmount([known, approval]);
  const adds =
    groups.length > known.groups.length ||
    lowest !== lowestAmount([known]) ||
    (known.source !== undefined && approval.source === undefined) ||
    (known.passkey === undefined && approval.passkey !== undefined);
  if (!adds) return approvals;
  const { source, ...rest } = known;
  const joined: ApprovalRecord = {
    ...rest,
    groups,
    comment: known.comment ?? approval.comment,
    ...(lowest !== null && { approvedAmount: Micros.toText(lowest) }),
    // An approval on the page counts for more than one through a channel.
    ...(source !== undefined && approval.source !== undefined && { source }),
    ...(known.passkey === undefined &&
      approval.passkey !== undefined && { passkey: approval.passkey }),
  };
  return approvals.map((one) => (one === known ? joined : one));
}

/** The form that requirements are tested against. */
export function approvalsGiven(approvals: readonly ApprovalRecord[]): readonly Approval[] {
  return approvals.map(({ id, groups, source, passkey }) => ({
    person: id,
    groups,
    passkey: passkey !== undefined,
    channel: source?.kind === "channel",
  }));
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

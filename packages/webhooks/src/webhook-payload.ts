import type { TreasuryEvent, TreasuryEventKind } from "@agent-treasury/contract";

const types: Readonly<Record<TreasuryEventKind, string>> = {
  proposalCreated: "proposal.created",
  proposalDecided: "proposal.decided",
  proposalExpired: "proposal.expired",
  proposalReminder: "proposal.reminder",
  proposalEscalated: "proposal.escalated",
  approvalsChanged: "proposal.approvals_changed",
  proposalExecuted: "proposal.executed",
  proposalFailed: "proposal.failed",
  attentionNeeded: "proposal.needs_review",
  credited: "ledger.credited",
  reversed: "ledger.reversed",
  workspaceReset: "workspace.reset",
  turnWaiting: "turn.waiting",
  turnEnded: "turn.ended",
  rulesPublished: "rules.published",
  draftReplayed: "rules.draft_replayed",
  frozen: "freeze.started",
  unfrozen: "freeze.ended",
  standingApprovalCreated: "standing_approval.created",
  standingApprovalEnded: "standing_approval.ended",
  payeeAdded: "payee.added",
  payeeForgotten: "payee.forgotten",
  allocationThreshold: "allocation.threshold",
  tabThreshold: "tab.threshold",
  tabClosed: "tab.closed",
  tabSettlementUnknown: "tab.settlement_unknown",
  tabSettlementUnconfirmed: "tab.settlement_unconfirmed",
  refundCaseOpened: "refund_case.opened",
  refundCaseClosed: "refund_case.closed",
  ruleGroupsNearlyFull: "rules.groups_nearly_full",
  verificationFailed: "verification.failed",
  railBalanceLow: "rail.balance_low",
};

/** Kinds that a workspace can have. Its endpoints receive no events of the deployment. */
export const eventKinds: readonly TreasuryEventKind[] = (
  Object.keys(types) as TreasuryEventKind[]
).filter((kind) => kind !== "railBalanceLow");

/** The type of an event in the form of Standard Webhooks. */
export function webhookType(kind: TreasuryEventKind): string {
  return types[kind];
}

export interface WebhookPayload {
  readonly type: string;
  /** Time of the event. ISO 8601, UTC. */
  readonly timestamp: string;
  readonly data: unknown;
}

export function webhookPayload(event: TreasuryEvent): WebhookPayload {
  return { type: webhookType(event.kind), timestamp: event.at, data: event };
}

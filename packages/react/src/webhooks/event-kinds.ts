/** Kinds of events that an endpoint can receive, with the type in the body of a delivery. */
export const eventKinds: readonly (readonly [kind: string, type: string, label: string])[] = [
  ["proposalCreated", "proposal.created", "Spend proposed"],
  ["proposalDecided", "proposal.decided", "Spend approved or denied"],
  ["proposalExpired", "proposal.expired", "Proposal expired"],
  ["proposalReminder", "proposal.reminder", "Approval reminder"],
  ["proposalEscalated", "proposal.escalated", "Approval escalated"],
  ["approvalsChanged", "proposal.approvals_changed", "Approval added or withdrawn"],
  ["proposalExecuted", "proposal.executed", "Spend paid"],
  ["proposalFailed", "proposal.failed", "Payment failed"],
  ["attentionNeeded", "proposal.needs_review", "Payment needs review"],
  ["credited", "ledger.credited", "Deposit or revenue received"],
  ["reversed", "ledger.reversed", "Deposit or revenue reversed"],
  ["workspaceReset", "workspace.reset", "Workspace reset"],
  ["turnWaiting", "turn.waiting", "Turn pauses for approvals"],
  ["turnEnded", "turn.ended", "Turn ended"],
  ["rulesPublished", "rules.published", "Rules published"],
  ["draftReplayed", "rules.draft_replayed", "Draft of rules replayed"],
  ["frozen", "freeze.started", "Payments frozen"],
  ["unfrozen", "freeze.ended", "Payments unfrozen"],
  ["standingApprovalCreated", "standing_approval.created", "Standing approval created"],
  ["standingApprovalEnded", "standing_approval.ended", "Standing approval ended"],
  ["payeeAdded", "payee.added", "Payee added"],
  ["payeeForgotten", "payee.forgotten", "Payee forgotten"],
  ["allocationThreshold", "allocation.threshold", "Allocation at 80 or 100 %"],
  ["tabThreshold", "tab.threshold", "Tab at 80 or 100 %"],
  ["tabClosed", "tab.closed", "Tab closed"],
  ["tabSettlementUnknown", "tab.settlement_unknown", "Unknown reservation of a tab settled"],
  ["tabSettlementUnconfirmed", "tab.settlement_unconfirmed", "Charge of a tab to confirm"],
  ["refundCaseOpened", "refund_case.opened", "Refund case opened"],
  ["refundCaseClosed", "refund_case.closed", "Refund case ended"],
  ["ruleGroupsNearlyFull", "rules.groups_nearly_full", "Groups of a rule at 80 %"],
  ["verificationFailed", "verification.failed", "Verification failed"],
];

/** Returns the type of an event as receivers see it. A kind of a newer service is its own type. */
export function eventType(kind: string): string {
  return eventKinds.find(([known]) => known === kind)?.[1] ?? kind;
}

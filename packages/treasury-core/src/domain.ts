// Internals for this repository's test suites and benchmarks. The package does not export them.
export {
  type MarkupEvent,
  type MarkupLimits,
  type MarkupParser,
  createMarkupParser,
  parseMarkup,
} from "@agent-treasury/tool-call-markup";
export { hostTool } from "./features/agent/tools/host-tool.ts";
export { checkTreasuryTool, proposeSpendTool } from "./features/agent/tools/treasury-tools.ts";
export { TurnRunner } from "./features/agent/turn-runner.ts";
export { type AgentSettings, defaultTurnLimits, untraced } from "./features/agent/turn-settings.ts";
export { eventRecordFromDoc, eventRecordKey } from "./features/events/recording/event-record.ts";
export type { RecordedEvent } from "./kernel/ledger/recorded-event.ts";
export { treasuryRecorder } from "./features/events/recording/treasury-recorder.ts";
export { type CollectedPayment, creditPayment } from "./features/deposits/credit-payment.ts";
export { type PaymentReversal, reversePayment } from "./features/deposits/reverse-payment.ts";
export { type KeyedRequest, keyedRequest } from "./kernel/idempotency/keyed-request.ts";
export {
  accountFromRecord,
  type LimitOverrides,
  type SpendingLimits,
} from "./kernel/ledger/account.ts";
export { DocsNotLoaded, type LedgerState } from "./kernel/ledger/ledger-state.ts";
export { keptDoc } from "./kernel/ledger/kept-doc.ts";
export { HeadSlice } from "./kernel/ledger/head-slice.ts";
export { type Calendar, calendarOf } from "./kernel/ledger/business-day.ts";
export { type Command, type Outcome, changesOn } from "./kernel/ledger/command.ts";
export { Committer } from "./kernel/ledger/commit/committer.ts";
export { composeTreasury } from "./create/compose-features.ts";
export { StorageClock } from "./kernel/ledger/commit/storage-clock.ts";
export { type EventRecorder, eventKind, eventsToDoc } from "./kernel/ledger/event-recorder.ts";
export { entryFromBody, type EntryRecord } from "./kernel/ledger/chain.ts";
export type { Operator } from "./kernel/ledger/operator.ts";
export type { PaymentIdentity } from "./kernel/ledger/payment-identity.ts";
export { type Posting, post } from "./kernel/ledger/posting.ts";
export { PluginActions } from "./features/plugins/plugin-actions.ts";
export { noMarker } from "./features/freezes/freeze-marker.ts";
export { decideProposal } from "./kernel/spends/decide-proposal.ts";
export { proposeSpend } from "./kernel/spends/propose-spend.ts";
export { resetWorkspace } from "./features/workspace/reset.ts";
export { setBudget } from "./features/workspace/set-budget.ts";
export { withdrawal } from "./features/inbox/withdraw-approval.ts";
export type { Engine } from "./kernel/engine.ts";
export { treasuryMaintenance, treasuryOpening } from "./kernel/maintenance.ts";
export { headCounter, noRules, ruleState } from "./features/rules/rule-state.ts";
export { readTreasury } from "./kernel/views/read-treasury.ts";
export type { TreasuryTerms } from "./create/features.ts";
export type { PayingEngine } from "./features/payments/index.ts";
export type { Opinion } from "./features/screening/tighten-screening.ts";
export type { SpendingPolicy } from "./kernel/judgement/spending-policy.ts";
export { proposalFromDoc } from "./kernel/proposals/proposal-record.ts";
export {
  type SpendProposal,
  proposalKey,
  proposalKind,
  spendPartId,
} from "./kernel/proposals/proposal.ts";
export type { ProposalStep } from "./kernel/judgement/payout.ts";
export { readHistory, readPublished } from "./features/rules/replay/read-history.ts";
export { holdPayout, releaseHold } from "./features/payments/payouts/hold-spend.ts";
export type { HoldTerms } from "./kernel/judgement/hold-terms.ts";
export {
  allocationCounterKey,
  allocationsToDoc,
} from "./features/rules/allocations/allocations-doc.ts";
export { allocationCounter } from "./features/rules/allocations/counter-doc.ts";
export type { ApprovalRecord } from "./kernel/approvals/approval-record.ts";
export { approvalsIn, evidenceKey } from "./kernel/approvals/approval-evidence.ts";
export { approvalProgress } from "./kernel/approvals/approval-progress.ts";
export { type CounterSource, ruleCounter, usageKey } from "./features/rules/usage-doc.ts";
export { judgeSpend, spendOf } from "./kernel/judgement/judge-spend.ts";
export { publishRules } from "./features/rules/publish-rules.ts";
export { RuleSets, ruleSetsTerm } from "./features/rules/rule-sets.ts";
export { requestUsage } from "./kernel/judgement/spend-usage.ts";
export { shownRecords } from "./kernel/views/shown-records.ts";
export { captureSpend, recordCaptures } from "./features/payments/payouts/record-captures.ts";
export type { CapturedPayment } from "./features/payments/payouts/spend-parts.ts";
export { releaseSpend } from "./features/payments/payouts/resolve-spend.ts";

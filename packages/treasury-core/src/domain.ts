// Internals for this repository's test suites and benchmarks. The package does not export them.
export {
  type MarkupEvent,
  type MarkupLimits,
  type MarkupParser,
  createMarkupParser,
  parseMarkup,
} from "@agent-treasury/tool-call-markup";
export { hostTool } from "./agent/tools/host-tool.ts";
export { checkTreasuryTool, proposeSpendTool } from "./agent/tools/treasury-tools.ts";
export { TurnRunner } from "./agent/turn-runner.ts";
export { type AgentSettings, defaultTurnLimits, untraced } from "./agent/turn-settings.ts";
export { eventRecordFromDoc, eventRecordKey } from "./events/event-record.ts";
export type { RecordedEvent } from "./ledger/recorded-event.ts";
export { treasuryRecorder } from "./events/treasury-recorder.ts";
export { type CollectedPayment, creditPayment } from "./funding/credit-payment.ts";
export { type PaymentReversal, reversePayment } from "./funding/reverse-payment.ts";
export { type KeyedRequest, keyedRequest } from "./idempotency/keyed-request.ts";
export { accountFromRecord, type LimitOverrides, type SpendingLimits } from "./ledger/account.ts";
export type { LedgerState } from "./ledger/ledger-state.ts";
export { DocsNotLoaded } from "./ledger/ledger-state.ts";
export { type Calendar, calendarOf } from "./ledger/business-day.ts";
export { type Command, type Outcome, changesOn, refused } from "./ledger/command.ts";
export { Committer } from "./ledger/commit/committer.ts";
export { composeTreasury, policyUnder } from "./create/compose-features.ts";
export { StorageClock } from "./ledger/commit/storage-clock.ts";
export { type EventRecorder, eventKind, eventsToDoc } from "./ledger/event-recorder.ts";
export { entryFromBody, type EntryRecord } from "./ledger/chain.ts";
export type { Operator } from "./ledger/operator.ts";
export type { PaymentIdentity } from "./ledger/payment-identity.ts";
export { type Posting, post } from "./ledger/posting.ts";
export { PluginActions } from "./plugins/plugin-actions.ts";
export { noMarker } from "./treasury/freezes/freeze-marker.ts";
export { decideProposal } from "./treasury/operations/decide-proposal.ts";
export { proposeSpend } from "./treasury/operations/propose-spend.ts";
export { resetWorkspace } from "./treasury/operations/reset.ts";
export { setBudget } from "./treasury/operations/set-budget.ts";
export { withdrawal } from "./treasury/operations/withdraw-approval.ts";
export type { Engine } from "./treasury/engine.ts";
export { treasuryMaintenance, treasuryOpening } from "./treasury/maintenance.ts";
export { headCounter, noRules } from "./ledger/rule-state.ts";
export { readTreasury } from "./treasury/operations/read-treasury.ts";
export type { SpendingTerms } from "./treasury/policy/spending-terms.ts";
export type { SpendingPolicy } from "./treasury/policy/spending-policy.ts";
export { proposalFromDoc } from "./treasury/proposals/proposal-record.ts";
export { type SpendProposal, proposalKey, proposalKind } from "./treasury/proposals/proposal.ts";
export type { ProposalStep } from "./treasury/spends/proposal-step.ts";
export { readHistory, readPublished } from "./treasury/replay/read-history.ts";
export { holdPayout, releaseHold } from "./treasury/payouts/hold-spend.ts";
export type { HoldTerms } from "./treasury/spends/hold-terms.ts";
export { allocationCounterKey, allocationsToDoc } from "./treasury/allocations/allocations-doc.ts";
export { allocationCounter } from "./treasury/allocations/counter-doc.ts";
export type { ApprovalRecord } from "./treasury/approvals/approval-record.ts";
export { approvalsIn, evidenceKey } from "./treasury/approvals/approval-evidence.ts";
export { approvalProgress } from "./treasury/approvals/approval-progress.ts";
export { type CounterSource, ruleCounter, usageKey } from "./treasury/rules/usage-doc.ts";
export { judgeSpend, spendOf } from "./treasury/spends/judge-spend.ts";
export { publishRules } from "./treasury/rules/publish-rules.ts";
export { RuleSets } from "./treasury/rules/rule-sets.ts";
export { requestUsage } from "./treasury/spends/spend-usage.ts";
export { shownRecords } from "./treasury/shown-records.ts";
export {
  captureSpend,
  type CapturedPayment,
  recordCaptures,
} from "./treasury/payouts/record-captures.ts";
export { releaseSpend } from "./treasury/payouts/resolve-spend.ts";

/**
 * Spending rules as pure functions.
 *
 * @module
 */
export {
  type Allocation,
  type AllocationLimit,
  chainOf,
  maximumAllocationDepth,
} from "./allocations/allocation.ts";
export {
  allocationsToJson,
  readAllocations,
  readWithAncestors,
} from "./allocations/allocations-record.ts";
export * from "./allocations/check-allocations.ts";
export {
  type AllocationEvaluation,
  evaluateAllocations,
} from "./allocations/evaluate-allocations.ts";
export { type Threshold, thresholdsReached } from "./allocations/thresholds.ts";
export * from "./approvals/administrative-requirements.ts";
export * from "./approvals/describe-requirement.ts";
export {
  type Approval,
  type ApprovalTally,
  type Progress,
  progressOf,
  progressOfTally,
  type Proposer,
  tallyApprovals,
} from "./approvals/progress.ts";
export {
  distinctRequirements,
  requirementFromJson,
  requirementToJson,
} from "./approvals/requirements.ts";
export * from "./counters/charge.ts";
export { type CounterKey } from "./counters/counter-key.ts";
export { counterFromJson, counterToJson } from "./counters/counter-json.ts";
export { type Counter, type HeldPayee, type Span, emptyCounter } from "./counters/counter.ts";
export { emptyAfter, isEmpty, retainedUntil } from "./counters/expiry.ts";
export {
  type GroupCount,
  type GroupEnd,
  liveGroups,
  maximumGroups,
  recountGroup,
} from "./counters/group-count.ts";
export * from "./counters/move.ts";
export * from "./counters/retain-usage.ts";
export { type MovedGroup, moveGroup, smallBelow } from "./counters/shared-groups.ts";
export * from "./counters/tally.ts";
export { type WindowUsage, usageIn } from "./counters/usage.ts";
export { mayAutoApprove } from "./evaluate/auto-approval.ts";
export {
  type CompiledRule,
  type CompiledRules,
  type RuleCounter,
  compileRules,
} from "./evaluate/compile-rules.ts";
export * from "./evaluate/counted-charges.ts";
export { type Evaluation, evaluate, mayAllowPayee, maximumFindings } from "./evaluate/evaluate.ts";
export type * from "./evaluate/finding.ts";
export { sharedGroupsOf } from "./evaluate/group.ts";
export { hashOf, remembering } from "./evaluate/hash-of.ts";
export { type Candidate, type Charge, type Needs, neededBy } from "./evaluate/needed-by.ts";
export { payeeForms } from "./evaluate/payee-forms.ts";
export { refusalBy } from "./evaluate/refusal.ts";
export type * from "./evaluate/rule-memory.ts";
export { type Moment } from "./evaluate/situation.ts";
export type * from "./evaluate/spend-facts.ts";
export type * from "./replay/outcome.ts";
export type * from "./replay/past-spend.ts";
export type * from "./replay/replay-report.ts";
export type { ReplayedSpend, ReplayTerms } from "./replay/replay.ts";
export type * from "./replay/rule-trial.ts";
export type { Suggestion } from "./replay/suggestions.ts";
export type * from "./replay/run-example.ts";
export type { Explanation, Waiting } from "./replay/replay-state.ts";
export * from "./rule-set/rule-set.ts";
export type * from "./conditions/condition.ts";
export { conditionList, listedIn, noConditions } from "./conditions/conditions.ts";
export { matches } from "./conditions/matches.ts";
export { counterIdOf } from "./rule-set/counter-id.ts";
export { earlierName, normaliseName } from "@agent-treasury/provider/helpers";
export { knownRails, readRuleSet } from "./rule-set/read-rule-set.ts";
export * from "./rule-set/rule-warnings.ts";
export { ruleSetJsonSchema, ruleSetSchema, ruleSetSchemaUrl } from "./rule-set/rule-set-schema.ts";
export { ruleSetToJson, rulesText } from "./rule-set/to-json.ts";
export { windowOf } from "./rule-set/to-rule.ts";
export type * from "./rule-set/written-rule-set.ts";
export { bucketEnd, bucketName, rollingMs } from "./counters/buckets.ts";
export { type CalendarPeriod, calendarPeriods, daysOfWeek } from "./windows/calendar.ts";
export { type LocalClock, type LocalTime, localClock } from "./windows/local-time.ts";
export { windowEnd } from "./windows/window-end.ts";
export { windowName } from "./windows/window-name.ts";

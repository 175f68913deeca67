/**
 * Spending rules as pure functions.
 *
 * @module
 */
export * from "./approvals/describe-requirement.ts";
export { type Approval, type Progress, progressOf } from "./approvals/progress.ts";
export {
  distinctRequirements,
  requirementFromJson,
  requirementToJson,
} from "./approvals/requirements.ts";
export { type CounterKey } from "./counters/counter-key.ts";
export { type Counter, type Span, emptyCounter } from "./counters/counter.ts";
export type * from "./evaluate/finding.ts";
export type * from "./evaluate/rule-memory.ts";
export type * from "./evaluate/spend-facts.ts";
export * from "./rule-set/rule-set.ts";

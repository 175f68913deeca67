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
export { type MatchContext, matches } from "./evaluate/matches.ts";
export { counterIdOf } from "./rule-set/counter-id.ts";
export { normaliseName } from "./rule-set/normalise-name.ts";
export { knownRails, readRuleSet } from "./rule-set/read-rule-set.ts";
export { ruleSetJsonSchema, ruleSetSchema, ruleSetSchemaUrl } from "./rule-set/rule-set-schema.ts";
export { ruleSetToJson, rulesText } from "./rule-set/to-json.ts";
export type * from "./rule-set/written-rule-set.ts";

/**
 * Rule sets as YAML, and drafts of them.
 *
 * @module
 */
export {
  changeRulesText,
  type CheckedText,
  checkRulesText,
  parseRules,
  type PlacedProblem,
} from "./rule-set/parse-yaml.ts";
export * from "./examples/draft-rules.ts";
export * from "./examples/separating-examples.ts";
export { rulesToYaml } from "./rule-set/to-yaml.ts";
export {
  type ExpectedExample,
  type ExpectedExposure,
  parseRuleTests,
  type RuleTests,
} from "./replay/parse-rule-tests.ts";

/**
 * Rule sets as YAML.
 *
 * @module
 */
export { parseRules } from "./rule-set/parse-yaml.ts";
export { rulesToYaml } from "./rule-set/to-yaml.ts";
export {
  type ExpectedExample,
  type ExpectedExposure,
  parseRuleTests,
  type RuleTests,
} from "./replay/parse-rule-tests.ts";

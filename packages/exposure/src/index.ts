/**
 * The most that an agent can spend under a rule set.
 *
 * @module
 */
export { computeExposure } from "./exposure-report.ts";
export { ruleExposure } from "./rule-exposure.ts";

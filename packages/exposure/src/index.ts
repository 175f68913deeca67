/**
 * The most that an agent can spend under a rule set.
 *
 * @module
 */
export type { Attack, AttackedLimits, AttackedStanding, Attacker, Horizon } from "./attack.ts";
export { type AttackSpend } from "./attacked-workspace.ts";
export { replaySequence } from "./attack-sequence.ts";
export { type Exposure, exposureOf, notBounded } from "./exposure.ts";
export { highsSolver, type Solution, type Solver } from "./linear-program.ts";
export {
  assumptionsOf,
  attackedLimits,
  attackedStanding,
  type ExposureReport,
  type LimitsUsd,
  reportExposure,
  type ReportedSpend,
} from "./exposure-report.ts";
export { ruleExposure } from "./rule-exposure.ts";

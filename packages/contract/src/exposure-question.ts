import type { ExposureRequest, RulesExposure } from "./exposure.ts";
import type { CurrentRules } from "./rules.ts";
import type { StandingApproval } from "./standing-approvals.ts";
import type { WrittenRuleSet } from "./written-rules.ts";

/** What a computation of exposure receives. */
export interface ExposureQuestion extends Pick<RulesExposure, "attacker" | "horizon" | "start"> {
  readonly rules: WrittenRuleSet;
  readonly rails: readonly string[];
  /** The five limits and the limits of the rules, with their usage now. */
  readonly usage: CurrentRules["limits"];
  readonly standing: readonly StandingApproval[];
  /** In USD, without held amounts. */
  readonly availableUsd: number;
  readonly timeZone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * `ruleExposure` of `@agent-treasury/exposure`. Returns null if that package is not installed, and a
 * sentence if the computation takes too long.
 */
export type ExposureComputation = (
  question: ExposureQuestion,
) => Promise<ComputedExposure | { readonly problem: string } | null>;

export type ComputedExposure = Omit<RulesExposure, "problem" | "openUsd" | keyof ExposureRequest>;

import type { Allocation } from "./allocations.ts";
import type { AgentCredential } from "./credentials.ts";
import type { RulesExposure } from "./exposure.ts";
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
  readonly allocations: readonly Allocation[];
  /** Null for the agent that can spend most. */
  readonly agentId: string | null;
  /** Null for an agent for whom every payee is named or known. */
  readonly credential: LeakedCredential | null;
  /** In USD, with held amounts, which the attacker may release. Null for unlimited. */
  readonly balanceUsd: number | null;
  readonly timeZone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A credential of an external agent in the hands of the attacker. */
export interface LeakedCredential extends Pick<
  AgentCredential,
  "agentId" | "name" | "allocationId" | "expiresAt"
> {
  /** The payees that policy pays beside those that rules allow. Null for any. */
  readonly payees: readonly PayablePayee[] | null;
}

/** A payee that persons approved, or an origin that the deployment lists. */
export interface PayablePayee {
  /** Null for any payee, because the name was erased. */
  readonly name: string | null;
  readonly rail: string;
  /** Maximum of each payment in USD. Null without one. */
  readonly maximumUsd: number | null;
}

/**
 * `ruleExposure` of `@agent-treasury/exposure`. Returns null if that package is not installed, and a
 * sentence if the computation takes too long.
 */
export type ExposureComputation = (
  question: ExposureQuestion,
) => Promise<ComputedExposure | { readonly problem: string } | null>;

export type ComputedExposure = Omit<
  RulesExposure,
  "problem" | "openUsd" | "attacker" | "horizon" | "start"
>;

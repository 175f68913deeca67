import { Micros } from "@agent-treasury/provider";
import { earlierName } from "@agent-treasury/provider/helpers";
import { needsPerson } from "../evaluate/auto-approval.ts";
import type { CompiledRules } from "../evaluate/compile-rules.ts";
import type { Evaluation } from "../evaluate/evaluate.ts";
import type { Finding } from "../evaluate/finding.ts";
import type { SpendFacts } from "../evaluate/spend-facts.ts";
import type { RuleSet } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { RuleTrial } from "./rule-trial.ts";

/** A spend in an example. */
export interface ExampleSpend {
  readonly amount: Micros;
  readonly vendor: string;
  readonly category: string | null;
  readonly agentId: string;
  /** The allocation, then its ancestors. */
  readonly allocations: readonly string[];
  readonly rail: string;
  readonly at: number;
}

export interface RuleExample {
  /** Earlier spends, which a person approved. */
  readonly earlier: readonly ExampleSpend[];
  readonly spend: ExampleSpend;
  /** Balance without held amounts before the spend. */
  readonly available: Micros;
}

/**
 * `denied`: a rule denies it. `waits`: it needs approval. `automatic`: a rule approves it. `allowed`:
 * no rule stops it, and the five limits decide.
 */
export type ExampleOutcome = "denied" | "waits" | "automatic" | "allowed";

export interface ExampleResult {
  readonly outcome: ExampleOutcome;
  /** The smallest number of persons that can approve it. */
  readonly approvals: number;
  /** Decisive rules first. */
  readonly findings: readonly Finding[];
}

/**
 * Evaluates an example under rules alone, without screening and the five limits.
 *
 * @param compiled the same rules, if several examples are evaluated.
 */
export function runExample(
  ruleSet: RuleSet,
  { earlier, spend, available }: RuleExample,
  clock: LocalClock,
  compiled?: CompiledRules,
): ExampleResult {
  const trial = new RuleTrial(ruleSet, clock, available, compiled);
  for (const one of earlier) {
    const facts = factsOf(one);
    trial.carryOut(facts, trial.judge(facts), false);
    trial.know(facts);
    trial.propose(facts);
  }
  const evaluation = trial.judge(factsOf(spend));
  const outcome = outcomeOf(evaluation);
  const counts = evaluation.requirements.map(({ count }) => count);
  const approvals = outcome === "waits" ? Math.max(1, ...counts) : 0;
  return { outcome, approvals, findings: evaluation.decisiveFindings() };
}

function outcomeOf(evaluation: Evaluation): ExampleOutcome {
  if (evaluation.denied !== null) return "denied";
  if (needsPerson(evaluation)) return "waits";
  return evaluation.approvedBy === null ? "allowed" : "automatic";
}

function factsOf({ vendor, category, ...spend }: ExampleSpend): SpendFacts {
  const name = earlierName(vendor);
  return {
    ...spend,
    approvedAmount: spend.amount,
    payee: { id: `name:${name}`, isSelfReported: true },
    vendor: name,
    writtenVendor: vendor,
    category: category === null ? null : earlierName(category),
  };
}

import { Micros } from "@agent-treasury/provider";
import { earlierName } from "@agent-treasury/provider/helpers";
import { chargeMove } from "../counters/move.ts";
import { needsPerson } from "../evaluate/auto-approval.ts";
import { compileRules } from "../evaluate/compile-rules.ts";
import { storedCharges } from "../evaluate/counted-charges.ts";
import { evaluate, type Evaluation } from "../evaluate/evaluate.ts";
import type { Finding } from "../evaluate/finding.ts";
import type { RuleMemory } from "../evaluate/rule-memory.ts";
import type { SpendFacts } from "../evaluate/spend-facts.ts";
import type { RuleSet } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { comparedKey } from "./judge-past.ts";
import { counterIn, isSharedIn, moveIn, paidKey, usageUnder } from "./rule-usage.ts";

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

/** Evaluates an example under rules alone, without screening and the five limits. */
export function runExample(
  ruleSet: RuleSet,
  { earlier, spend, available }: RuleExample,
  clock: LocalClock,
): ExampleResult {
  const compiled = compileRules(ruleSet);
  const usage = usageUnder(ruleSet);
  const memory: RuleMemory = {
    counter: (key) => counterIn(usage, key),
    isShared: (key) => isSharedIn(usage, key),
    knownSince: (payee) => usage.paid.get(paidKey(payee)) ?? null,
    lastProposed: (payee, amount) => usage.proposed.get(comparedKey(payee, amount)) ?? null,
    available,
  };
  for (const one of earlier) {
    const facts = factsOf(one);
    const { id } = facts.payee;
    const { charges } = evaluate(compiled, facts, memory, clock);
    const count = chargeMove(one.amount, clock, one.at);
    moveIn(usage, facts.agentId, storedCharges(charges, false), count, clock, one.at);
    usage.paid.set(paidKey(id), one.at);
    usage.proposed.set(comparedKey(id, one.amount), one.at);
  }
  const evaluation = evaluate(compiled, factsOf(spend), memory, clock);
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

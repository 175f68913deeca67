import { distinctRequirements } from "../approvals/requirements.ts";
import type { CounterKey } from "../counters/counter-key.ts";
import type { Limit, Requirement } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { applies } from "./applies.ts";
import { type CompiledRule, type CompiledRules, counterKeyOf, isInHead } from "./compile-rules.ts";
import { evaluateRule } from "./evaluate-rule.ts";
import type { Finding } from "./finding.ts";
import { type Outcome, outcomeKinds } from "./outcome.ts";
import type { RuleMemory } from "./rule-memory.ts";
import { type Moment, type Situation, situationOf } from "./situation.ts";
import type { SpendFacts } from "./spend-facts.ts";

export interface Evaluation {
  /** Overrides everything else. */
  readonly denied: Finding | null;
  /** Passed limits that an approval may wait for. An execution fails. */
  readonly limits: readonly Finding[];
  readonly duplicates: readonly Finding[];
  readonly requirements: readonly Requirement[];
  /** The first rule that approves automatically. */
  readonly approvedBy: Finding | null;
  /** Passed limits that only prevent automatic approval. */
  readonly automaticLimits: readonly Finding[];
  /** The counters that the spend moves when its amount is held or spent. */
  readonly charges: readonly Charge[];
  /** Creates at most 20 findings, decisive ones first. */
  findings(): readonly Finding[];
  /** Creates the findings without those that had no effect. */
  decisiveFindings(): readonly Finding[];
}

export interface Charge {
  readonly rule: string;
  readonly key: CounterKey;
  readonly limit: Limit;
  readonly inHead: boolean;
  /** Counts only if policy approves the spend. */
  readonly automaticOnly: boolean;
  /** The hash of a payee without an earlier payment, for `newPayees`. Otherwise null. */
  readonly payee: string | null;
}

const maximumFindings = 20;
const decisiveKinds = outcomeKinds.filter((kind) => kind !== "pass");

/**
 * Evaluates all rules of a set for one spend. The order of the rules changes the order of findings
 * and nothing else.
 */
export function evaluate(
  compiled: CompiledRules,
  facts: SpendFacts,
  memory: RuleMemory,
  clock: LocalClock,
  moment: Moment = "proposal",
): Evaluation {
  const situation = situationOf(facts, memory, clock, moment, compiled.hash);
  const outcomes: Outcome[] = [];
  const requirements: Requirement[] = [];
  const charges: Charge[] = [];
  for (const entry of compiled.rules) {
    if (!applies(entry, situation)) continue;
    const { then } = entry.rule;
    if (then.kind === "requireApprovals") requirements.push(then.requirement);
    const charge = then.kind === "limit" ? chargeOf(entry, then.limit, situation) : null;
    if (charge !== null) charges.push(charge);
    const outcome = evaluateRule(entry, situation);
    if (outcome !== null) outcomes.push(outcome);
  }
  const outcomesOf = (kind: Outcome["kind"]) => outcomes.filter((outcome) => outcome.kind === kind);
  const findings = (kind: Outcome["kind"]) => outcomesOf(kind).map((outcome) => outcome.finding());
  const create = (kinds: readonly Outcome["kind"][]): readonly Finding[] =>
    kinds
      .flatMap(outcomesOf)
      .slice(0, maximumFindings)
      .map((outcome) => outcome.finding());
  return {
    denied: outcomesOf("denied")[0]?.finding() ?? null,
    limits: findings("limit"),
    duplicates: findings("duplicate"),
    requirements: distinctRequirements(requirements),
    approvedBy: outcomesOf("approved")[0]?.finding() ?? null,
    automaticLimits: findings("automaticLimit"),
    charges,
    findings: () => create(outcomeKinds),
    decisiveFindings: () => create(decisiveKinds),
  };
}

function chargeOf(entry: CompiledRule, limit: Limit, situation: Situation): Charge | null {
  const { facts, hash } = situation;
  const key = counterKeyOf(entry, limit, facts, hash);
  if (key === null) return null;
  const countsPayee = limit.measure.kind === "newPayees" && !situation.isKnownPayee();
  return {
    rule: entry.rule.id,
    key,
    limit,
    inHead: isInHead(limit),
    automaticOnly: limit.counts === "automatic",
    payee: countsPayee ? hash(facts.payee.id) : null,
  };
}

import { distinctRequirements } from "../approvals/requirements.ts";
import type { Counter } from "../counters/counter.ts";
import type { Requirement } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import type { CompiledRule, CompiledRules } from "./compile-rules.ts";
import { evaluateRule } from "./evaluate-rule.ts";
import type { Finding } from "./finding.ts";
import { matchesLate } from "./matches.ts";
import { type CounterNeed, neededBy, type Needs } from "./needed-by.ts";
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
  /** Whether a rule read the payee's newest payment, and there was none. */
  readonly isNewPayee: boolean;
  /** Creates at most 20 findings, decisive ones first. */
  findings(): readonly Finding[];
  /** Creates the findings without those that had no effect. */
  decisiveFindings(): readonly Finding[];
}

/** An evaluation by rules alone. */
export interface RuleEvaluation extends Evaluation {
  /** The outcome of the first decisive finding. Retains less than the evaluation. */
  readonly decisive: Outcome | null;
}

export interface Charge extends CounterNeed {
  /** The counter without this spend. */
  readonly counter: Counter;
  /** Counts only if policy approves the spend. */
  readonly automaticOnly: boolean;
  /** The hash of a payee without an earlier payment, for `newPayees`. Otherwise null. */
  readonly payee: string | null;
}

export const maximumFindings = 20;
const decisiveKinds = outcomeKinds.filter((kind) => kind !== "pass");

/**
 * Evaluates all rules of a set for one spend. The order of the rules changes the order of findings
 * and nothing else.
 *
 * @param needs as `neededBy` returns them for the same facts.
 */
export function evaluate(
  compiled: CompiledRules,
  facts: SpendFacts,
  memory: RuleMemory,
  clock: LocalClock,
  moment: Moment = "proposal",
  needs: Needs = neededBy(compiled, facts),
): RuleEvaluation {
  const situation = situationOf(facts, memory, clock, moment, compiled.hash);
  const decisive: Outcome[] = [];
  const passed: Outcome[] = [];
  const requirements: Requirement[] = [];
  const charges: Charge[] = [];
  for (const { entry, counter: need } of needs.candidates) {
    const { rule } = entry;
    if (entry.isLate && !matchesNow(entry, situation)) continue;
    if (rule.then.kind === "requireApprovals") requirements.push(rule.then.requirement);
    const counter = need === null ? undefined : memory.counter(need.key, need.inHead);
    if (need !== null && counter !== undefined) charges.push(chargeOf(need, counter, situation));
    const outcome = evaluateRule(rule, counter, situation);
    if (outcome !== null) (outcome.kind === "pass" ? passed : decisive).push(outcome);
  }
  const outcomesOf = (kind: Outcome["kind"]) => decisive.filter((outcome) => outcome.kind === kind);
  const firstOf = (kind: Outcome["kind"]) => decisive.find((outcome) => outcome.kind === kind);
  const findings = (kind: Outcome["kind"]) => outcomesOf(kind).map((outcome) => outcome.finding());
  return {
    denied: firstOf("denied")?.finding() ?? null,
    limits: findings("limit"),
    duplicates: findings("duplicate"),
    requirements: distinctRequirements(requirements),
    approvedBy: firstOf("approved")?.finding() ?? null,
    automaticLimits: findings("automaticLimit"),
    charges,
    isNewPayee: needs.payee && !situation.isKnownPayee(),
    decisive: firstDecisive(decisive),
    findings: () => create([...decisiveKinds.flatMap(outcomesOf), ...passed]),
    decisiveFindings: () => create(decisiveKinds.flatMap(outcomesOf)),
  };
}

function create(outcomes: readonly Outcome[]): readonly Finding[] {
  return outcomes.slice(0, maximumFindings).map((outcome) => outcome.finding());
}

function firstDecisive(outcomes: readonly Outcome[]): Outcome | null {
  for (const kind of decisiveKinds) {
    const first = outcomes.find((outcome) => outcome.kind === kind);
    if (first !== undefined) return first;
  }
  return null;
}

function matchesNow({ rule, needsPayee }: CompiledRule, situation: Situation): boolean {
  // The payee was read only if a rule needs it.
  const isKnownPayee = needsPayee && situation.isKnownPayee();
  return matchesLate(rule.when, { isKnownPayee, local: situation.local() });
}

function chargeOf(need: CounterNeed, counter: Counter, situation: Situation): Charge {
  const { rule, key, limit, inHead } = need;
  const countsPayee = limit.measure.kind === "newPayees" && !situation.isKnownPayee();
  return {
    rule,
    key,
    limit,
    inHead,
    counter,
    automaticOnly: limit.counts === "automatic",
    payee: countsPayee ? situation.hash(situation.facts.payee.id) : null,
  };
}

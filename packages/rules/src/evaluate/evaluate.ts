import type { Micros } from "@agent-treasury/provider";
import { distinctRequirements } from "../approvals/requirements.ts";
import { isInForce } from "../conditions/matches.ts";
import type { Counter } from "../counters/counter.ts";
import type { Tally } from "../counters/tally.ts";
import { usageIn } from "../counters/usage.ts";
import type { Requirement, Rule } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import type { CompiledRule, CompiledRules } from "./compile-rules.ts";
import { evaluateRule, hasNoEffect } from "./evaluate-rule.ts";
import { evaluateShared, opensGroup, staysSmall } from "./evaluate-shared.ts";
import type { Finding } from "./finding.ts";
import { type Charge, isAllowList, neededBy, type Needs } from "./needed-by.ts";
import { decisiveFirst, type Outcome } from "./outcome.ts";
import { countedPayee } from "./payee-forms.ts";
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
  readonly charges: readonly Charge[];
  /** Whether the spend begins a group of a charge. Reads its counter again. */
  opensGroup(charge: Charge): boolean;
  /** Whether a rule read the payee's newest payment, and there was none. */
  readonly isNewPayee: boolean;
  /**
   * Whether a rule that approves automatically names vendors or rails, or the payee is on the list of
   * a rule that denies all others.
   */
  readonly isPayeeAllowed: boolean;
  /** Creates at most 20 findings, decisive ones first. Reads the counters of kept limits again. */
  findings(): readonly Finding[];
  /** Creates the findings without those that had no effect. */
  decisiveFindings(): readonly Finding[];
}

/** An evaluation by rules alone. */
export interface RuleEvaluation extends Evaluation {
  /** The outcome of the first decisive finding. Retains less than the evaluation. */
  readonly decisive: Outcome | null;
}

export const maximumFindings = 20;

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
  const outcomes: Outcome[] = [];
  /** The rules of the outcomes. */
  const decided: CompiledRule[] = [];
  const charges: Charge[] = [];
  for (const { entry, counter: need } of needs.candidates) {
    if (!appliesNow(entry, situation)) continue;
    const counter = need === null ? undefined : memory.counter(need.key, need.inHead);
    const tally = need === null ? undefined : memory.tally?.(need.key, need.inHead);
    if (need !== null && counter !== undefined) charges.push(chargeOf(need, counter, situation));
    // A rule with two counters has one finding.
    if (decided.at(-1) === entry) continue;
    const outcome = decisiveOutcome(entry.rule, need, counter, situation, tally);
    if (outcome === null) continue;
    outcomes.push(outcome);
    decided.push(entry);
  }
  const decisive = decisiveFirst(outcomes);
  const requirements = decided.map(requirementOf).filter((requirement) => requirement !== null);
  const firstOf = (kind: Outcome["kind"]) => decisive.find((outcome) => outcome.kind === kind);
  const findings = (kind: Outcome["kind"]) =>
    decisive.filter((outcome) => outcome.kind === kind).map((outcome) => outcome.finding());
  return {
    denied: firstOf("denied")?.finding() ?? null,
    limits: findings("limit"),
    duplicates: findings("duplicate"),
    requirements: distinctRequirements(requirements),
    approvedBy: firstOf("approved")?.finding() ?? null,
    automaticLimits: findings("automaticLimit"),
    charges,
    opensGroup: (charge) => opensGroup(charge, situation),
    isNewPayee: needs.payee && !situation.isKnownPayee(),
    isPayeeAllowed:
      needs.allowLists.some((entry) => appliesNow(entry, situation)) ||
      decided.some(({ rule }) => approvesPayees(rule)),
    decisive: decisive[0] ?? null,
    findings: () => create([...decisive, ...passedOutcomes(needs, decided, situation)]),
    decisiveFindings: () => create(decisive),
  };
}

/** Null for a rule without effect on the spend. */
function decisiveOutcome(
  rule: Rule,
  need: Charge | null,
  counter: Counter | undefined,
  situation: Situation,
  tally: Tally | undefined,
): Outcome | null {
  if (!hasNoEffect(rule, counter, situation, tally)) {
    return evaluateRule(rule, counter, situation, tally);
  }
  const isSmall = need !== null && staysSmall(need, counter, tally, situation);
  return isSmall ? evaluateShared(rule, need, situation) : null;
}

/** One for each rule, by its last counter. */
function passedOutcomes(
  { candidates }: Needs,
  decided: readonly CompiledRule[],
  situation: Situation,
): readonly Outcome[] {
  return candidates.flatMap(({ entry, counter: need }, place): Outcome | [] => {
    if (entry === candidates[place + 1]?.entry || decided.includes(entry)) return [];
    if (!appliesNow(entry, situation)) return [];
    const { memory } = situation;
    const counter = need === null ? undefined : memory.counter(need.key, need.inHead);
    const tally = need === null ? undefined : memory.tally?.(need.key, need.inHead);
    return evaluateRule(entry.rule, counter, situation, tally) ?? [];
  });
}

function create(outcomes: readonly Outcome[]): readonly Finding[] {
  return outcomes.slice(0, maximumFindings).map((outcome) => outcome.finding());
}

function requirementOf({ rule: { then } }: CompiledRule): Requirement | null {
  return then.kind === "requireApprovals" ? then.requirement : null;
}

/** Whether a rule may set `isPayeeAllowed`. */
export function mayAllowPayee(rule: Rule): boolean {
  return approvesPayees(rule) || isAllowList(rule);
}

function approvesPayees({ when: { vendors, rails }, then }: Rule): boolean {
  const namesPayees = rails !== null || (vendors !== null && "in" in vendors);
  return then.kind === "autoApprove" && namesPayees;
}

/** Whether the conditions hold that depend on the time, the balance or earlier payments. */
function appliesNow(
  { rule, tests, needsPayee, clock, isLate }: CompiledRule,
  situation: Situation,
): boolean {
  if (!isLate) return true;
  const { facts, memory } = situation;
  // The payee was read only if a rule needs it.
  const isKnownPayee = needsPayee && situation.isKnownPayee();
  const local = clock === null ? situation.local() : clock(facts.at);
  const available = (): Micros => memory.available;
  const context = { isKnownPayee, local, amount: facts.amount, available };
  return isInForce(rule, facts.at) && tests.late.every((test) => test(context));
}

function chargeOf(need: Charge, counter: Counter, situation: Situation): Charge {
  const { measure, window } = need.limit;
  if (measure.kind !== "newPayees" || situation.isKnownPayee()) return need;
  const { payees } = usageIn(counter, window, situation.clock, situation.facts.at);
  return { ...need, payee: countedPayee(payees, situation) };
}

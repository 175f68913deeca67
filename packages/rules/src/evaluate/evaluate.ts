import type { Micros } from "@agent-treasury/provider";
import { distinctRequirements } from "../approvals/requirements.ts";
import { isInForce } from "../conditions/matches.ts";
import type { Counter } from "../counters/counter.ts";
import { usageIn } from "../counters/usage.ts";
import type { Requirement, Rule } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import type { CompiledRule, CompiledRules } from "./compile-rules.ts";
import { evaluateRule, hasNoEffect } from "./evaluate-rule.ts";
import { evaluateShared, opensGroup, staysSmall } from "./evaluate-shared.ts";
import type { Finding } from "./finding.ts";
import { type Candidate, type Charge, isAllowList, neededBy, type Needs } from "./needed-by.ts";
import { type Outcome, outcomeKinds } from "./outcome.ts";
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
  const passed: Candidate[] = [];
  const requirements: Requirement[] = [];
  const charges: Charge[] = [];
  /** The rule of the newest decisive outcome. A rule with two counters has one finding. */
  let decided: CompiledRule | null = null;
  let isPayeeAllowed = needs.allowLists.some((entry) => appliesNow(entry, situation));
  for (const candidate of needs.candidates) {
    const { entry, counter: need } = candidate;
    const { rule } = entry;
    if (!appliesNow(entry, situation)) continue;
    if (rule.then.kind === "autoApprove") isPayeeAllowed ||= namesPayees(rule);
    if (rule.then.kind === "requireApprovals") requirements.push(rule.then.requirement);
    const counter = need === null ? undefined : memory.counter(need.key, need.inHead);
    const tally = need === null ? undefined : memory.tally?.(need.key, need.inHead);
    if (need !== null && counter !== undefined) charges.push(chargeOf(need, counter, situation));
    if (decided === entry) continue;
    if (passed.at(-1)?.entry === entry) passed.pop();
    if (hasNoEffect(rule, counter, situation, tally)) {
      const isSmall = need !== null && staysSmall(need, counter, tally, situation);
      const together = isSmall ? evaluateShared(rule, need, situation) : null;
      if (together === null) {
        passed.push(candidate);
        continue;
      }
      decisive.push(together);
      decided = entry;
      continue;
    }
    const outcome = evaluateRule(rule, counter, situation, tally);
    if (outcome === null) continue;
    decisive.push(outcome);
    decided = entry;
  }
  // Most spends have none.
  const outcomesOf = (kind: Outcome["kind"]): readonly Outcome[] =>
    decisive.length === 0 ? decisive : decisive.filter((outcome) => outcome.kind === kind);
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
    opensGroup: (charge) => opensGroup(charge, situation),
    isNewPayee: needs.payee && !situation.isKnownPayee(),
    isPayeeAllowed,
    decisive: firstDecisive(decisive),
    findings: () =>
      create([
        ...decisiveKinds.flatMap(outcomesOf),
        ...passed.flatMap((one) => evaluateCandidate(one, situation) ?? []),
      ]),
    decisiveFindings: () => create(decisiveKinds.flatMap(outcomesOf)),
  };
}

function evaluateCandidate(
  { entry: { rule }, counter: need }: Candidate,
  situation: Situation,
): Outcome | null {
  if (need === null) return evaluateRule(rule, undefined, situation);
  const { memory } = situation;
  const counter = memory.counter(need.key, need.inHead);
  return evaluateRule(rule, counter, situation, memory.tally?.(need.key, need.inHead));
}

function create(outcomes: readonly Outcome[]): readonly Finding[] {
  return outcomes.slice(0, maximumFindings).map((outcome) => outcome.finding());
}

function firstDecisive(outcomes: readonly Outcome[]): Outcome | null {
  if (outcomes.length === 0) return null;
  for (const kind of decisiveKinds) {
    const first = outcomes.find((outcome) => outcome.kind === kind);
    if (first !== undefined) return first;
  }
  return null;
}

/** Whether a rule may set `isPayeeAllowed`. */
export function mayAllowPayee(rule: Rule): boolean {
  return rule.then.kind === "autoApprove" ? namesPayees(rule) : isAllowList(rule);
}

function namesPayees({ when: { vendors, rails } }: Rule): boolean {
  return rails !== null || (vendors !== null && "in" in vendors);
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

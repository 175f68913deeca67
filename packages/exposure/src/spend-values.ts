import {
  type Condition,
  conditionList,
  matches,
  mayAllowPayee,
  noConditions,
  type Rule,
  type SpendPart,
} from "@agent-treasury/rules";
import { type Attack, limitedAllocations } from "./attack.ts";
import {
  type Candidate,
  candidate,
  candidatesOf,
  type Dimension,
  freshName,
  payeesNamed,
  plainSpend,
  valuesListed,
  withKnown,
} from "./spend-candidates.ts";

/**
 * Rules by their position in the set, as bits. After them come the limits of allocations, and whether
 * the payee is on the list of a rule that denies all others.
 */
export type RuleBits = bigint;

export function listedBit(attack: Attack): RuleBits {
  return 1n << BigInt(attack.ruleSet.rules.length + limitedAllocations(attack).length);
}

/** Restricts the payees and the rail of spends. Null for any. */
export interface PayeeChoice {
  readonly names: readonly string[] | null;
  readonly rail: string | null;
}

/** What one part of a spend can be. All of its spends match the same conditions of that part. */
export interface SpendValue extends Candidate {
  /** Position among the values of the part. */
  readonly id: number;
  /** The rules whose condition on this part holds, or that have none. */
  readonly rules: RuleBits;
}

/** Returns the values of one part of a spend, one for each set of rules whose condition holds. */
export function valuesOf(
  dimension: Dimension,
  attack: Attack,
  { names, rail }: PayeeChoice,
): readonly SpendValue[] {
  if (dimension === "vendors" && names !== null) {
    const named = names.flatMap(payeesNamed);
    return joined(
      dimension,
      attack,
      withKnown(attack, () => named),
    );
  }
  const all = candidatesOf[dimension](attack);
  const isChosen = dimension === "rails" && rail !== null;
  const candidates = isChosen ? all.filter(({ factsOf }) => factsOf(0).rail === rail) : all;
  return joined(dimension, attack, candidates);
}

/** Returns the agents that rules treat differently. */
export function agentsOf(attack: Attack): readonly { readonly id: string; rules: RuleBits }[] {
  const { agentId, standing = [] } = attack;
  const listed = valuesListed(attack, "agents");
  const all = agentId === undefined ? ["agent", ...listed, freshName(listed)] : [agentId];
  const standingFor = new Set(standing.map((one) => one.agentId));
  const candidates = [...all, ...(agentId === undefined ? standingFor : [])].map((id) => ({
    id,
    rules: rulesThatHold("agents", attack, candidate({ agentId: id })),
  }));
  return candidates.filter(
    ({ id, rules }, index) =>
      standingFor.has(id) || candidates.findIndex((other) => other.rules === rules) === index,
  );
}

function joined(
  dimension: Dimension,
  attack: Attack,
  candidates: readonly Candidate[],
): readonly SpendValue[] {
  const byRules = new Map<string, SpendValue>();
  for (const one of candidates) {
    const rules = rulesThatHold(dimension, attack, one);
    const isSmall = one.maximum !== null && one.maximum < attack.limits.autoApproveUnder;
    const key = `${rules} ${one.isKnown} ${isSmall}`;
    const value = { ...one, id: byRules.size, rules };
    const known = byRules.get(key);
    byRules.set(key, known === undefined ? value : sumOf(known, value));
  }
  return [...byRules.values()];
}

function sumOf(one: SpendValue, other: SpendValue): SpendValue {
  const larger = other.maximum !== null && (one.maximum ?? 0n) < other.maximum ? other : one;
  return {
    ...one,
    count: one.count + other.count,
    factsOf:
      one.maximum === null
        ? (index) => (index < one.count ? one.factsOf(index) : other.factsOf(index - one.count))
        : larger.factsOf,
    minimum: larger === one ? other.minimum : one.minimum,
    maximum: larger.maximum,
    hours: one.hours && one.hours.map((is, hour) => is || other.hours?.[hour] === true),
    minutes: [...one.minutes, ...other.minutes],
  };
}

function rulesThatHold(
  dimension: SpendPart,
  attack: Attack,
  { factsOf, isKnown, local }: Candidate,
): RuleBits {
  const { ruleSet } = attack;
  const context = { isKnownPayee: isKnown ?? false, local };
  const spend = { ...plainSpend, ...factsOf(0) };
  let bits = 0n;
  for (const [index, rule] of ruleSet.rules.entries()) {
    const { when, then } = rule;
    const holds = isOpen(dimension, rule)
      ? then.kind === "autoApprove"
      : matches({ when: only(dimension, when), then }, spend, context);
    if (holds) bits |= 1n << BigInt(index);
  }
  for (const [index, { id }] of limitedAllocations(attack).entries()) {
    const isSpent = dimension !== "allocations" || spend.allocations.includes(id);
    if (isSpent) bits |= 1n << BigInt(ruleSet.rules.length + index);
  }
  const isListed = ruleSet.rules.some(
    (rule, index) => rule.then.kind === "deny" && mayAllowPayee(rule) && !isBit(bits, index),
  );
  return dimension !== "vendors" || isListed ? bits | listedBit(attack) : bits;
}

/**
 * Whether the attacker chooses if a condition holds, because the classes do not divide it: a rule that
 * is not always valid, hours of another time zone, and a part of the balance.
 */
export function isOpen(part: SpendPart, { when, valid }: Rule): boolean {
  const isOpenHere = conditionsOf(part).some(({ name, isOpen: is }) => is && when[name] !== null);
  return isOpenHere || (part === "time" && valid !== undefined);
}

export function hasCondition(part: SpendPart, rule: Rule): boolean {
  return isOpen(part, rule) || conditionsOf(part).some(({ name }) => rule.when[name] !== null);
}

function conditionsOf(part: SpendPart): typeof conditionList {
  return conditionList.filter((condition) => condition.part === part);
}

function only(part: SpendPart, when: Condition): Condition {
  const entries = conditionsOf(part).map(({ name }) => [name, when[name]]);
  return { ...noConditions, ...Object.fromEntries(entries) };
}

export function isBit(bits: RuleBits, index: number): boolean {
  return ((bits >> BigInt(index)) & 1n) === 1n;
}

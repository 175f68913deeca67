import type { Micros } from "@agent-treasury/provider";
import type { GroupBy, SpendFacts } from "@agent-treasury/rules";
import { type Attack, type AttackedStanding, isAutomaticAttack } from "./attack.ts";
import { isPayable, leastPerSpend } from "./largest-spend.ts";
import { type Dimension, plainSpend } from "./spend-candidates.ts";
import {
  effectsOf,
  joinHours,
  keyOf,
  replaces,
  type SpendPart,
  withoutDominated,
} from "./spend-parts.ts";
import { isStopping, type Path, pathsOf } from "./spend-paths.ts";
import { hasCondition, isBit, type RuleBits, type SpendValue, valuesOf } from "./spend-values.ts";
import { everyHour, type WeekHours } from "./windows-touched.ts";

/** Spends that the rules treat alike and that are paid without the persons that the attacker lacks. */
export interface SpendClass {
  /** The rules that apply. */
  readonly rules: RuleBits;
  /** The largest amount of one spend. */
  readonly maximum: Micros;
  /** The smallest amount that is proposed, of which an approver may approve less. Null if none may. */
  readonly proposedFrom: Micros | null;
  readonly hours: WeekHours;
  /** Minutes after midnight at which its times begin. */
  readonly minutes: readonly number[];
  readonly isKnown: boolean | null;
  /** Whether policy approves its spends. */
  readonly isAutomatic: boolean;
  /** The values that limits `by` them count separately. */
  readonly groups: Readonly<Record<GroupBy, SpendValue | null>>;
  /** The standing approval that replaces persons; null without one. */
  readonly standing: AttackedStanding | null;
  /** Returns the facts of a spend. Equal indexes have equal groups. */
  readonly factsOf: (index: number) => SpendFacts;
  /** The number of different payees and categories. */
  readonly variety: number;
}

const dimensions: readonly Dimension[] = [
  "vendors",
  "categories",
  "allocations",
  "rails",
  "amount",
  "time",
];

/** More would take minutes. */
const maximumClasses = 4_000;

/**
 * Returns the classes of one agent's spends. Null if there are too many.
 *
 * @param agent the rules whose condition on agents holds.
 */
export function classesOf(
  attack: Attack,
  agentId: string,
  agent: RuleBits,
): readonly SpendClass[] | null {
  const { credential, now } = attack;
  if ((credential?.expiresAt ?? Infinity) <= now) return [];
  const all: SpendClass[] = [];
  for (const path of pathsOf(attack, agentId)) {
    const found = classesAlong(path, attack, agentId, agent);
    if (found === null) return null;
    all.push(...found);
  }
  return all;
}

function classesAlong(
  path: Path,
  attack: Attack,
  agentId: string,
  agent: RuleBits,
): readonly SpendClass[] | null {
  const { rules } = attack.ruleSet;
  const effects = effectsOf(rules, path, attack);
  let partial: readonly SpendPart[] = [{ rules: agent, values: {} }];
  for (const [place, dimension] of dimensions.entries()) {
    const later = dimensions.slice(place + 1);
    const stopping = rules.flatMap((rule, index) =>
      isStopping(rule.then, path) && later.every((one) => !hasCondition(one, rule))
        ? [1n << BigInt(index)]
        : [],
    );
    const stops = stopping.reduce((bits, bit) => bits | bit, 0n);
    const next = new Map<string, SpendPart>();
    for (const value of valuesOf(dimension, attack, path)) {
      for (const before of partial) {
        const bits = before.rules & value.rules;
        if ((bits & stops) !== 0n) continue;
        const both = { rules: bits, values: { ...before.values, [dimension]: value } };
        const key = keyOf(both, effects, dimensions.slice(0, place + 1));
        const known = next.get(key);
        next.set(key, known === undefined ? both : joinHours(known, both));
      }
    }
    if (next.size > maximumClasses) return null;
    const isLast = later.length === 0;
    const dominates = (better: SpendPart, one: SpendPart): boolean =>
      isPayable(better, attack, path) && replaces(better, one, effects, isLast);
    partial = withoutDominated([...next.values()], dominates);
  }
  return partial.flatMap((one) => classOf(path, attack, agentId, one) ?? []);
}

/** Null if a person would have to approve its spends. */
function classOf(
  path: Path,
  attack: Attack,
  agentId: string,
  { rules, values }: SpendPart,
): SpendClass | null {
  const { vendors = null, categories = null, allocations = null, amount, rails, time } = values;
  const { isAutomatic, standing, allowing } = path;
  if (allowing !== null && (rules & allowing) === 0n) return null;
  const applying = attack.ruleSet.rules.filter((_, index) => isBit(rules, index));
  const [smallest, largest] = [amount?.minimum ?? null, amount?.maximum ?? null];
  if (smallest === null || largest === null) return null;
  const isApproved = applying.some(({ then }) => then.kind === "autoApprove");
  if (isAutomatic && !isApproved && largest >= attack.limits.autoApproveUnder) return null;
  if (!isPayable({ rules, values }, attack, path)) return null;
  const maximum = leastPerSpend(rules, attack, path, largest);
  if (maximum <= 0n) return null;
  const grouped = [vendors, categories, allocations];
  const factsOf = (index: number): SpendFacts =>
    grouped.reduce<SpendFacts>(
      (facts, value) => ({ ...facts, ...value?.factsOf(index % value.count) }),
      { ...plainSpend, agentId, ...rails?.factsOf(0) },
    );
  return {
    rules,
    maximum,
    proposedFrom: isAutomaticAttack(attack) ? null : smallest,
    hours: time?.hours ?? everyHour,
    minutes: time?.minutes ?? [0],
    isKnown: vendors?.isKnown ?? null,
    isAutomatic,
    groups: { agent: null, vendor: vendors, category: categories, allocation: allocations },
    standing,
    factsOf,
    variety: Math.max(...grouped.map((value) => value?.count ?? 1)),
  };
}

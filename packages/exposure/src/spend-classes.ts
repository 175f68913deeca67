import { Micros } from "@agent-treasury/provider";
import {
  type Approval,
  type GroupBy,
  type Limit,
  mayAllowPayee,
  progressOf,
  type Rule,
  type SpendFacts,
} from "@agent-treasury/rules";
import {
  type Attack,
  type AttackedStanding,
  isAutomaticAttack,
  limitedAllocations,
} from "./attack.ts";
import {
  type Dimension,
  hasCondition,
  isBit,
  listedBit,
  type PayeeChoice,
  plainSpend,
  type RuleBits,
  type SpendValue,
  valuesOf,
} from "./spend-values.ts";
import { everyHour, type WeekHours } from "./windows-touched.ts";

/** Spends that the rules treat alike and that are paid without the persons that the attacker lacks. */
export interface SpendClass {
  /** The rules that apply. */
  readonly rules: RuleBits;
  /** The largest amount of one spend. */
  readonly maximum: Micros;
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

/** A spend of which some dimensions are chosen. */
interface SpendPart {
  readonly rules: RuleBits;
  readonly values: Readonly<Partial<Record<Dimension, SpendValue>>>;
}

const dimensions: readonly Dimension[] = [
  "vendors",
  "categories",
  "allocations",
  "rails",
  "amount",
  "time",
];

/** The dimension whose values a limit counts separately. */
const dimensionOf: Readonly<Record<Exclude<GroupBy, "agent">, Dimension>> = {
  vendor: "vendors",
  category: "categories",
  allocation: "allocations",
};

/** More would take minutes. */
const maximumClasses = 4_000;

/** How spends avoid persons: by policy, by one approver, or by a standing approval. */
interface Path extends PayeeChoice {
  readonly isAutomatic: boolean;
  readonly standing: AttackedStanding | null;
  /** Maximum of each spend. Null without one. */
  readonly maximum: Micros | null;
  /** Bits of which a spend needs one, because nothing else makes its payee payable. Null for none. */
  readonly allowing: RuleBits | null;
}

const anyPath = {
  isAutomatic: false,
  standing: null,
  names: null,
  rail: null,
  maximum: null,
  allowing: null,
};

/** Policy pays payees that rules allow, and those of each rail that persons approved. */
function automaticPaths(attack: Attack): readonly Path[] {
  const payees = attack.credential?.payees ?? null;
  if (payees === null) return [{ ...anyPath, isAutomatic: true }];
  const { rules } = attack.ruleSet;
  const allowing = rules.reduce(
    (bits, rule, index) =>
      rule.then.kind === "autoApprove" && mayAllowPayee(rule) ? bits | (1n << BigInt(index)) : bits,
    listedBit(attack),
  );
  const byRail = [...Map.groupBy(payees, ({ rail }) => rail)].map(([rail, known]): Path => {
    const names = known.flatMap(({ name }) => name ?? []);
    return {
      ...anyPath,
      isAutomatic: true,
      names: names.length < known.length ? null : names,
      rail,
      maximum: known.reduce((most, { maximum }) => Micros.max(most, maximum), Micros.zero),
    };
  });
  return [{ ...anyPath, isAutomatic: true, allowing }, ...byRail];
}

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
  const isAutomatic = isAutomaticAttack(attack);
  const own = (attack.standing ?? []).filter((one) => isAutomatic && one.agentId === agentId);
  const paths: readonly Path[] = [
    ...(isAutomatic ? automaticPaths(attack) : [anyPath]),
    ...own.map((standing) => {
      const { vendor, maximum } = standing;
      return { ...anyPath, standing, names: [vendor], maximum };
    }),
  ];
  const all: SpendClass[] = [];
  for (const path of paths) {
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

interface Effects {
  readonly restricting: RuleBits;
  readonly approving: RuleBits;
  readonly allowing: RuleBits;
  /** Limits by a dimension. */
  readonly by: Readonly<Partial<Record<Dimension, RuleBits>>>;
  /** Amounts below it need no rule that approves them. Null if no amount does. */
  readonly smallBelow: Micros | null;
}

function effectsOf(
  rules: readonly Rule[],
  { isAutomatic, allowing }: Path,
  attack: Attack,
): Effects {
  let [restricting, approving] = [0n, 0n];
  for (let bit = 1n << BigInt(rules.length); bit < listedBit(attack); bit <<= 1n)
    restricting |= bit;
  const by: Partial<Record<Dimension, RuleBits>> = {};
  for (const [index, { then }] of rules.entries()) {
    const bit = 1n << BigInt(index);
    if (then.kind === "autoApprove") approving |= bit;
    else if (then.kind !== "duplicate") restricting |= bit;
    if (then.kind !== "limit" || then.limit.by === null || then.limit.by === "agent") continue;
    const dimension = dimensionOf[then.limit.by];
    by[dimension] = (by[dimension] ?? 0n) | bit;
  }
  return {
    restricting,
    approving,
    allowing: allowing ?? 0n,
    by,
    smallBelow: isAutomatic ? attack.limits.autoApproveUnder : null,
  };
}

const approver: Approval = { person: "approver", groups: [], passkey: true };

/** Whether a rule stops a spend, whatever was spent before. */
function isStopping(then: Rule["then"], { isAutomatic, standing }: Path): boolean {
  if (then.kind === "deny") return true;
  // The authors of a standing approval are assumed to meet every requirement.
  if (then.kind !== "requireApprovals" || standing !== null) return false;
  if (isAutomatic) return true;
  const { requirement } = then;
  const groups = requirement.from ?? [];
  return !progressOf([requirement], [{ ...approver, groups }], "proposer").isComplete;
}

/** Values whose difference no remaining rule counts are one. */
function keyOf(
  { rules, values: given }: SpendPart,
  { by }: Effects,
  done: readonly Dimension[],
): string {
  const parts = done.map((dimension) => {
    const value = given[dimension];
    const isGrouped = ((by[dimension] ?? 0n) & rules) !== 0n;
    const own = isGrouped ? String(value?.id) : "";
    return dimension === "amount" ? `${own}${value?.maximum}` : own;
  });
  return `${rules} ${given.vendors?.isKnown} ${parts.join(" ")}`;
}

function joinHours(one: SpendPart, other: SpendPart): SpendPart {
  const [time, more] = [one.values.time, other.values.time];
  if (time === undefined || more === undefined) return richer(one, other);
  const hours = (time.hours ?? everyHour).map((is, hour) => is || more.hours?.[hour] === true);
  const joint = { ...time, hours, minutes: [...time.minutes, ...more.minutes] };
  return { ...one, values: { ...one.values, time: joint } };
}

function richer(one: SpendPart, other: SpendPart): SpendPart {
  const varietyIn = ({ values: given }: SpendPart) => given.vendors?.count ?? 0;
  return varietyIn(other) > varietyIn(one) ? other : one;
}

/** A spend that another one can replace under fewer limits does not raise the maximum. */
function withoutDominated(
  all: readonly SpendPart[],
  dominates: (better: SpendPart, one: SpendPart) => boolean,
): readonly SpendPart[] {
  return all.filter(
    (one, index) =>
      !all.some(
        (other, place) =>
          place !== index && dominates(other, one) && !(index < place && dominates(one, other)),
      ),
  );
}

/** Whether the smallest amount keeps the limits of one spend, as far as they are known. */
function isPayable({ rules, values: { amount } }: SpendPart, attack: Attack, path: Path): boolean {
  if (amount?.maximum == null || amount.minimum === null) return true;
  return leastPerSpend(rules, attack, path, amount.maximum) >= amount.minimum;
}

/** @param isLast whether no further condition can remove a rule that approves. */
function replaces(
  better: SpendPart,
  one: SpendPart,
  { restricting, approving, allowing, by, smallBelow }: Effects,
  isLast: boolean,
): boolean {
  const [more, less] = [better.rules & restricting, one.rules & restricting];
  if ((more & ~less) !== 0n || (one.rules & (approving | allowing) & ~better.rules) !== 0n)
    return false;
  const [largest, smaller] = [better.values.amount?.maximum, one.values.amount?.maximum];
  if (largest != null && smaller != null) {
    const losesApproval =
      smallBelow !== null &&
      largest >= smallBelow &&
      smaller < smallBelow &&
      (!isLast || (better.rules & approving) === 0n);
    if (largest < smaller || losesApproval) return false;
  }
  const [hours, fewer] = [better.values.time?.hours, one.values.time?.hours];
  if (hours != null && fewer?.some((is, hour) => is && hours[hour] !== true)) return false;
  if (better.values.vendors?.isKnown === false && one.values.vendors?.isKnown === true)
    return false;
  return (Object.keys(by) as Dimension[]).every(
    (dimension) =>
      ((by[dimension] ?? 0n) & better.rules) === 0n ||
      better.values[dimension] === one.values[dimension],
  );
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
  const maximum = leastPerSpend(rules, attack, path, largest);
  if (maximum < smallest) return null;
  const grouped = [vendors, categories, allocations];
  const factsOf = (index: number): SpendFacts =>
    grouped.reduce<SpendFacts>(
      (facts, value) => ({ ...facts, ...value?.factsOf(index % value.count) }),
      { ...plainSpend, agentId, ...rails?.factsOf(0) },
    );
  return {
    rules,
    maximum,
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

function leastPerSpend(bits: RuleBits, attack: Attack, path: Path, largest: Micros): Micros {
  const { rules } = attack.ruleSet;
  let least = path.maximum === null ? largest : lesser(largest, path.maximum);
  for (const [index, { then }] of rules.entries()) {
    if (!isBit(bits, index) || then.kind !== "limit" || then.limit.window !== null) continue;
    const { measure } = then.limit;
    if (measure.kind === "amount" && counts(then.limit, path)) {
      least = lesser(least, measure.maximum);
    }
  }
  for (const [index, { limit }] of limitedAllocations(attack).entries()) {
    if (isBit(bits, rules.length + index)) least = lesser(least, limit.amount);
  }
  return least;
}

const lesser = (one: Micros, other: Micros): Micros => (one < other ? one : other);

/** Whether a limit counts the spends of a class. */
export function counts(limit: Limit, { isAutomatic }: Pick<SpendClass, "isAutomatic">): boolean {
  return limit.counts === "all" || isAutomatic;
}

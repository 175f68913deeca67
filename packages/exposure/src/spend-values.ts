import { Micros } from "@agent-treasury/provider";
import {
  type Condition,
  conditionList,
  daysOfWeek,
  earlierName,
  knownRails,
  listedIn,
  matches,
  type MatchContext,
  mayAllowPayee,
  noConditions,
  normaliseName,
  type Rule,
  type SpendFacts,
  type SpendPart,
} from "@agent-treasury/rules";
import { type Attack, limitedAllocations, openChains } from "./attack.ts";
import { hoursOfWeek, type WeekHours } from "./windows-touched.ts";

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

export type Dimension = Exclude<SpendPart, "agents">;

/** The maximum number of groups that one limit counts at a time. */
const manyGroups = 2_000;
const manyAllocations = 200;

/** What one part of a spend can be. All of its spends match the same conditions of that part. */
export interface SpendValue {
  /** Position among the values of the part. */
  readonly id: number;
  /** The rules whose condition on this part holds, or that have none. */
  readonly rules: RuleBits;
  /** The number of different groups, such as vendors. */
  readonly count: number;
  /** Returns the facts of one of them. */
  readonly factsOf: (index: number) => Partial<SpendFacts>;
  /** Whether a person approved a payment to the payee. Null if it makes no difference. */
  readonly isKnown: boolean | null;
  /** Only for the amount: the smallest and the largest one. */
  readonly minimum: Micros | null;
  readonly maximum: Micros | null;
  /** Only for the time. */
  readonly hours: WeekHours | null;
  /** Only for the time: minutes after midnight at which it begins. */
  readonly minutes: readonly number[];
}

interface Candidate extends Partial<Omit<SpendValue, "id" | "rules">> {
  readonly facts: Partial<SpendFacts>;
  readonly local?: MatchContext["local"];
}

export const plainSpend: SpendFacts = {
  amount: Micros.of(1n),
  approvedAmount: Micros.of(1n),
  payee: { id: "name:payee", isSelfReported: true },
  vendor: "payee",
  category: null,
  agentId: "agent",
  allocations: [],
  rail: "ledger",
  at: 0,
};

const anyLocal = { weekday: "mon", minute: 0 } as MatchContext["local"];

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
  const candidates = isChosen ? all.filter(({ facts }) => facts.rail === rail) : all;
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
    rules: rulesThatHold("agents", attack, { facts: { agentId: id } }),
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
  for (const candidate of candidates) {
    const { facts, count = 1, factsOf = () => facts, isKnown = null } = candidate;
    const { minimum = null, maximum = null, hours = null, minutes = [] } = candidate;
    const rules = rulesThatHold(dimension, attack, candidate);
    const isSmall = maximum !== null && maximum < attack.limits.autoApproveUnder;
    const key = `${rules} ${isKnown} ${isSmall}`;
    const value = {
      id: byRules.size,
      rules,
      count,
      factsOf,
      isKnown,
      minimum,
      maximum,
      hours,
      minutes,
    };
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
  { facts, isKnown, local = anyLocal }: Candidate,
): RuleBits {
  const { ruleSet } = attack;
  const context = { isKnownPayee: isKnown ?? false, local };
  const spend = { ...plainSpend, ...facts };
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

const candidatesOf: Readonly<Record<Dimension, (attack: Attack) => readonly Candidate[]>> = {
  vendors: vendorCandidates,
  categories: (attack) => {
    const listed = valuesListed(attack, "categories");
    return [
      { facts: { category: null } },
      ...listed.flatMap((category) => [
        { facts: { category } },
        ...alike(category, (name) => ({ category: name })),
      ]),
      many((index) => ({ category: `${freshName(listed)} ${index}` }), manyGroups),
    ];
  },
  allocations: (attack) => {
    const chains = openChains(attack);
    if (chains !== null) return chains.map((allocations) => ({ facts: { allocations } }));
    const listed = valuesListed(attack, "allocations");
    const other = freshName(listed).replaceAll(" ", "-");
    return [
      { facts: { allocations: [] } },
      ...listed.flatMap((id) => [
        { facts: { allocations: [id] } },
        many((index) => ({ allocations: [`${other}-${index}`, id] }), manyAllocations),
      ]),
      many((index) => ({ allocations: [`${other}-${index}`] }), manyAllocations),
    ];
  },
  rails: (attack) => {
    const { rails = [...knownRails, "another-rail"] } = attack;
    const named = [...new Set([...rails, ...valuesListed(attack, "rails")])];
    return named.map((rail) => ({ facts: { rail } }));
  },
  amount: amountCandidates,
  time: timeCandidates,
};

function vendorCandidates(attack: Attack): readonly Candidate[] {
  const listed = valuesListed(attack, "vendors");
  const unlisted = freshName(listed);
  return withKnown(attack, (kind) => [
    ...listed.flatMap((name) => [...payeesNamed(name), ...alike(name, namedPayee)]),
    many((index) => namedPayee(`${unlisted} ${kind} ${index}`), manyGroups),
  ]);
}

/** A name that an agent reports, and the identity that a rail proves, if it has the form of one. */
function payeesNamed(name: string): readonly Candidate[] {
  const isIdentity = /^[a-z][a-z0-9+.-]*:\S+$/.test(name);
  const proven = { payee: { id: name, isSelfReported: false }, vendor: name };
  return [{ facts: namedPayee(name) }, ...(isIdentity ? [{ facts: proven }] : [])];
}

/** Known and new payees, if a rule distinguishes those that a person approved. */
function withKnown(
  attack: Attack,
  payees: (kind: string) => readonly Candidate[],
): readonly Candidate[] {
  if (!readsPayments(attack)) return payees("payee");
  return [
    ...payees("known payee").map((one) => ({ ...one, isKnown: true })),
    ...payees("new payee").map((one) => ({ ...one, isKnown: false })),
  ];
}

/** Whether a rule distinguishes payees that a person approved. */
function readsPayments({ ruleSet }: Attack): boolean {
  return ruleSet.rules.some(
    ({ when, then }) =>
      (when.vendors !== null && "firstPayment" in when.vendors) ||
      (then.kind === "limit" && then.limit.measure.kind === "newPayees"),
  );
}

export function namedPayee(name: string): Partial<SpendFacts> {
  const vendor = earlierName(name);
  return {
    payee: { id: `name:${vendor}`, isSelfReported: true },
    vendor,
    writtenVendor: name,
  };
}

/** Names that rules compare loosely with a listed one: white space makes no difference. */
function alike(name: string, factsOf: (name: string) => Partial<SpendFacts>): readonly Candidate[] {
  const letters = [...name.replaceAll(" ", "")];
  const places = Math.min(letters.length - 1, 11);
  const spaced = (mask: number): string =>
    letters.map((each, at) => ((mask >> at) & 1 && at < places ? `${each} ` : each)).join("");
  const count = 2 ** Math.max(places, 0) - 1;
  const exact = normaliseName(name);
  const variants = Array.from({ length: count }, (_, index) => spaced(index + 1)).filter(
    (variant) => normaliseName(variant) !== exact,
  );
  const [first] = variants;
  if (first === undefined) return [];
  // There are more: look-alikes in other scripts.
  return [
    {
      facts: factsOf(first),
      factsOf: (index) => factsOf(variants[index % variants.length] ?? first),
      count: manyGroups,
    },
  ];
}

function many(factsOf: (index: number) => Partial<SpendFacts>, count: number): Candidate {
  return { facts: factsOf(0), factsOf, count };
}

/** A name that no rule lists, not even as a look-alike. */
function freshName(listed: readonly string[]): string {
  const taken = new Set(listed.map((name) => normaliseName(name).replaceAll(" ", "")));
  for (let index = 0; ; index += 1) {
    const name = index === 0 ? "unlisted" : `unlisted ${"z".repeat(index)}`;
    if (![...taken].some((each) => each.startsWith(name.replaceAll(" ", "")))) return name;
  }
}

/** Amounts between the bounds that conditions and the five limits name. */
function amountCandidates({ ruleSet, limits }: Attack): readonly Candidate[] {
  const bounds = ruleSet.rules.flatMap(({ when: { amount } }) =>
    amount === null ? [] : [amount.from, amount.below].filter((bound) => bound !== null),
  );
  const largest = Micros.add(limits.maxSpendPerAction, Micros.of(1n));
  const all = [...bounds, limits.autoApproveUnder, largest].filter(
    (bound) => bound > 1n && bound <= largest,
  );
  const ordered = [...new Set(all)].toSorted((one, other) => (one < other ? -1 : 1));
  return ordered.map((bound, index) => {
    const minimum = ordered[index - 1] ?? Micros.of(1n);
    const maximum = Micros.subtract(bound, Micros.of(1n));
    return { facts: { amount: maximum, approvedAmount: maximum }, minimum, maximum };
  });
}

const dayMinutes = 1_440;

/** Times of the week between the bounds that conditions name. */
function timeCandidates({ ruleSet }: Attack): readonly Candidate[] {
  const bounds = ruleSet.rules.flatMap(({ when: { hours } }) =>
    hours === null ? [] : [hours.from, hours.to],
  );
  const starts = [...new Set([0, ...bounds])]
    .filter((minute) => minute < dayMinutes)
    .toSorted((one, other) => one - other);
  return daysOfWeek.flatMap((weekday, day) =>
    starts.map((minute, index): Candidate => {
      const end = starts[index + 1] ?? dayMinutes;
      const hours = Array.from({ length: hoursOfWeek }, (_, hour) => {
        const from = (hour - day * 24) * 60;
        return from < end && from + 60 > minute;
      });
      const local = { weekday, minute } as MatchContext["local"];
      return { facts: {}, local, hours, minutes: [minute] };
    }),
  );
}

/** The values that rules list in a condition. */
function valuesListed({ ruleSet }: Attack, name: keyof Condition): readonly string[] {
  return [...new Set(ruleSet.rules.flatMap(({ when }) => listedIn(when[name])))];
}

export function isBit(bits: RuleBits, index: number): boolean {
  return ((bits >> BigInt(index)) & 1n) === 1n;
}

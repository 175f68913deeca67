import type {
  WrittenAmounts,
  WrittenCondition,
  WrittenNames,
  WrittenPercentages,
  WrittenRule,
  WrittenUsd,
  WrittenVendors,
} from "@agent-treasury/rules";
import type { Random } from "../../histories/random.ts";
import { values } from "../histories/values.ts";
import { usd } from "../usd.ts";
import { minuteOfDay, type WallTime, wallTimeIn, weekday } from "./local-windows.ts";

export interface ModelFacts {
  /** Micros. */
  readonly amount: bigint;
  /** What limits count. */
  readonly payable: bigint;
  /** Lower-case. */
  readonly vendor: string;
  readonly category: string | null;
  readonly agentId: string;
  /** The allocation, then its ancestors. */
  readonly chain: readonly string[];
  readonly rail: string;
}

/** The name that a vendor looks like. */
export function alikeOf(vendor: string): string {
  return vendor.replaceAll("\u0430", "a");
}

/** The time of a spend, and what earlier ones left. */
interface ModelTime {
  readonly now: number;
  /** Of the rule's zone. */
  readonly wallTime: WallTime;
  readonly isKnown: boolean;
  readonly available: bigint;
}

interface ModelCondition<Written> {
  /** How many of 100 random conditions contain it. */
  readonly share: number;
  random(random: Random): Written;
  /** @param isLoose whether a look-alike is a listed vendor. */
  holds?(written: Written, facts: ModelFacts, isLoose: boolean): boolean;
  /** The rest of the condition. */
  holdsAt?(written: Written, facts: ModelFacts, time: ModelTime): boolean;
}

/** Every condition. The naive form of each, and the values of random rules. */
export const modelConditions: {
  readonly [Field in Exclude<keyof WrittenCondition, "timeZone">]-?: ModelCondition<
    NonNullable<WrittenCondition[Field]>
  >;
} = {
  agents: {
    share: 20,
    random: (random) => writeNames(random, values.agents),
    holds: (names, { agentId }) => isNamed(names, agentId),
  },
  allocations: {
    share: 15,
    random: (random) => [random.pick(values.allocations)],
    holds: (ids, { chain }) => chain.some((id) => ids.includes(id)),
  },
  vendors: {
    share: 35,
    random: (random) => {
      const listed = [random.pick(values.vendors)];
      return random.pick<WrittenVendors>([
        { in: listed },
        { notIn: listed },
        { firstPayment: true },
      ]);
    },
    holds: (vendors, { vendor }, isLoose) => {
      if (vendors.in) return lists(vendors.in, vendor, isLoose);
      return !vendors.notIn || !lists(vendors.notIn, vendor, !isLoose);
    },
    holdsAt: ({ firstPayment }, _facts, { isKnown }) => !firstPayment || !isKnown,
  },
  categories: {
    share: 15,
    random: (random) =>
      random.chance(20) ? { none: true } : writeNames(random, values.categories),
    holds: (names, { category }) =>
      "none" in names ? category === null : isNamed(names, category),
  },
  balancePercent: {
    share: 8,
    random: (random) =>
      random.pick<WrittenPercentages>([{ from: 4 }, { below: 6 }, { from: 2, below: 9 }]),
    holdsAt: ({ from, below }, { amount }, { available }) =>
      (from === undefined || amount * 100n >= BigInt(from) * available) &&
      (below === undefined || amount * 100n < BigInt(below) * available),
  },
  amountUsd: {
    share: 30,
    random: (random) =>
      random.pick<WrittenAmounts>([{ from: 5 }, { below: 5 }, { from: 3, below: 9 }]),
    holds: ({ from, below }, { amount }) =>
      (from === undefined || amount >= micros(from)) &&
      (below === undefined || amount < micros(below)),
  },
  rails: {
    share: 10,
    random: (random) => [random.pick(["ledger", "stripe-issuing"])],
    holds: (rails, { rail }) => rails.includes(rail),
  },
  days: {
    share: 10,
    random: () => ["mon", "tue", "sat", "sun"],
    holdsAt: (days, _facts, { now, wallTime }) =>
      days.some((day) => day === weekday(now, wallTime)),
  },
  hours: {
    share: 12,
    random: (random) => random.pick(["08:00-20:00", "22:00-06:00", "00:00-02:30"]),
    holdsAt: (hours, _facts, { now, wallTime }) => isWithin(hours, minuteOfDay(now, wallTime)),
  },
};

const list = Object.entries(modelConditions) as readonly (readonly [
  keyof typeof modelConditions,
  ModelCondition<unknown>,
])[];

/**
 * Whether a rule applies. Without `time`, conditions on the time and earlier payments hold.
 *
 * @param isLoosening whether the rule approves spends. Then a look-alike is not a listed vendor.
 */
export function holds(
  when: WrittenCondition | undefined,
  facts: ModelFacts,
  isLoosening: boolean,
  time: ModelTime | null,
): boolean {
  if (when === undefined) return true;
  const zone = when.timeZone;
  const at = time && zone !== undefined ? { ...time, wallTime: wallTimeIn(zone) } : time;
  return list.every(([field, condition]) => {
    const written = when[field];
    if (written === undefined) return true;
    if (condition.holds?.(written, facts, !isLoosening) === false) return false;
    return at === null || condition.holdsAt?.(written, facts, at) !== false;
  });
}

export function writeCondition(random: Random): WrittenCondition {
  const given = list.flatMap(([field, condition]) =>
    random.chance(condition.share) ? [[field, condition.random(random)] as const] : [],
  );
  if (given.length === 0) return { agents: ["agent"] };
  const condition: WrittenCondition = Object.fromEntries(given);
  const isTimed = condition.days !== undefined || condition.hours !== undefined;
  return { ...condition, ...(isTimed && random.chance(40) && { timeZone: "America/New_York" }) };
}

function writeNames(random: Random, names: readonly [string, ...string[]]): WrittenNames {
  const listed = [random.pick(names)];
  return random.pick<WrittenNames>([listed, listed, { in: listed }, { notIn: listed }]);
}

function lists(listed: readonly string[], vendor: string, isLoose: boolean): boolean {
  return listed.includes(vendor) || (isLoose && listed.map(alikeOf).includes(alikeOf(vendor)));
}

/** Whether the rule is in force. */
export function isValid({ validFrom, validUntil }: WrittenRule, now: number): boolean {
  if (validFrom !== undefined && now < Date.parse(validFrom)) return false;
  return validUntil === undefined || now < Date.parse(validUntil);
}

function isNamed(names: WrittenNames, name: string | null): boolean {
  if ("notIn" in names) return name === null || !names.notIn.includes(name);
  return name !== null && ("in" in names ? names.in : names).includes(name);
}

export function micros(written: WrittenUsd): bigint {
  return usd(Number(written));
}

function isWithin(hours: string, minute: number): boolean {
  const [from = 0, to = 0] = hours.split("-").map((time) => {
    const [hour = 0, minutes = 0] = time.split(":").map(Number);
    return hour * 60 + minutes;
  });
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

import type {
  WrittenCondition,
  WrittenNames,
  WrittenRule,
  WrittenUsd,
} from "@agent-treasury/rules";
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

/**
 * Whether a rule applies. Without `time`, conditions on the time and earlier payments hold.
 *
 * @param isLoosening whether the rule approves spends. Then a look-alike is not a listed vendor.
 */
export function holds(
  when: WrittenCondition | undefined,
  facts: ModelFacts,
  isLoosening: boolean,
  time: {
    readonly now: number;
    readonly wallTime: WallTime;
    readonly isKnown: boolean;
    readonly available: bigint;
  } | null,
): boolean {
  if (when === undefined) return true;
  const { agents, allocations, vendors, categories, amountUsd, rails, days, hours } = when;
  if (agents && !isNamed(agents, facts.agentId)) return false;
  if (allocations && !facts.chain.some((id) => allocations.includes(id))) return false;
  if (categories && "none" in categories && facts.category !== null) return false;
  if (categories && !("none" in categories) && !isNamed(categories, facts.category)) return false;
  if (rails && !rails.includes(facts.rail)) return false;
  if (amountUsd?.from !== undefined && facts.amount < micros(amountUsd.from)) return false;
  if (amountUsd?.below !== undefined && facts.amount >= micros(amountUsd.below)) return false;
  const lists = (listed: readonly string[], isLoose: boolean): boolean =>
    listed.includes(facts.vendor) ||
    (isLoose && listed.map(alikeOf).includes(alikeOf(facts.vendor)));
  if (vendors?.in && !lists(vendors.in, !isLoosening)) return false;
  if (vendors?.notIn && lists(vendors.notIn, isLoosening)) return false;
  if (time === null) return true;
  if (vendors?.firstPayment && time.isKnown) return false;
  const { from, below } = when.balancePercent ?? {};
  if (from !== undefined && facts.amount * 100n < BigInt(from) * time.available) return false;
  if (below !== undefined && facts.amount * 100n >= BigInt(below) * time.available) return false;
  const wallTime = when.timeZone === undefined ? time.wallTime : wallTimeIn(when.timeZone);
  if (days && !days.some((day) => day === weekday(time.now, wallTime))) return false;
  return hours === undefined || isWithin(hours, minuteOfDay(time.now, wallTime));
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

import type { WrittenCondition, WrittenUsd } from "@agent-treasury/rules";
import { usd } from "../usd.ts";
import { minuteOfDay, type WallTime, weekday } from "./local-windows.ts";

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
  time: { readonly now: number; readonly wallTime: WallTime; readonly isKnown: boolean } | null,
): boolean {
  if (when === undefined) return true;
  const { agents, allocations, vendors, categories, amountUsd, rails, days, hours } = when;
  if (agents && !agents.includes(facts.agentId)) return false;
  if (allocations && !facts.chain.some((id) => allocations.includes(id))) return false;
  if (categories && !categories.some((one) => one === facts.category)) return false;
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
  if (days && !days.some((day) => day === weekday(time.now, time.wallTime))) return false;
  return hours === undefined || isWithin(hours, minuteOfDay(time.now, time.wallTime));
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

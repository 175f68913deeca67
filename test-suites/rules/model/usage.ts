import type { Window } from "@agent-treasury/rules";
import { type Fact, identityOf, identityOfAllocation, type ModelCharge } from "./fact.ts";
import { type WallTime, windowStart } from "./local-windows.ts";

/** Usage of one limit in one group. For a rolling window a lower and an upper bound. */
export interface UsageBounds {
  readonly low: ModelUsage;
  readonly high: ModelUsage;
}

export interface ModelUsage {
  readonly used: bigint;
  readonly count: number;
  readonly payees: readonly string[];
}

/** A payment that a limit counts. */
interface Counted {
  readonly amount: bigint;
  readonly count: 0 | 1;
  readonly payee: string | null;
  readonly at: number;
  /** The newest calendar window so far. A clock that is behind does not begin an earlier one. */
  readonly window: number;
}

interface Held {
  readonly amount: bigint;
  readonly payee: string | null;
}

const bucketsPerWindow = 24;

/**
 * Loops over the whole history of the workspace.
 *
 * @param shared only what this group of an agent may count.
 */
export function usageOf(
  facts: readonly Fact[],
  limit: string,
  group: string | null,
  window: Window | null,
  now: number,
  wallTime: WallTime,
  shared?: string,
): UsageBounds {
  const period = window?.kind === "calendar" ? window.period : null;
  let counted: Counted[] = [];
  let holds = new Map<string, Held>();
  let isPublished = false;
  let newest = Number.NEGATIVE_INFINITY;
  let latest = now;
  const chargeIn = (charges: readonly ModelCharge[]) =>
    charges.find(
      (one) => one.limit === limit && one.group === group && (!shared || one.shared === shared),
    );
  const count = (amount: bigint, isFirst: boolean, payee: string | null, at: number): void => {
    newest = Math.max(newest, windowStart(period, at, wallTime));
    counted.push({ amount, count: isFirst ? 1 : 0, payee, at, window: newest });
  };
  for (const fact of facts) {
    if ("at" in fact) latest = Math.max(latest, fact.at);
    switch (fact.kind) {
      case "reset":
        counted = [];
        holds = new Map();
        newest = Number.NEGATIVE_INFINITY;
        break;
      case "published":
        if (limit.startsWith('["rule"')) {
          isPublished = fact.rules.some((rule) => identityOf(rule) === limit);
        }
        break;
      case "allocated":
        if (limit.startsWith('["allocation"')) {
          isPublished = fact.allocations.some((one) => identityOfAllocation(one) === limit);
        }
        break;
      case "charged": {
        const charge = chargeIn(fact.charges);
        if (charge && isPublished) count(fact.amount, true, charge.payee, fact.at);
        break;
      }
      case "held": {
        const charge = chargeIn(fact.charges);
        if (charge) holds.set(fact.spend, { amount: fact.amount, payee: charge.payee });
        break;
      }
      case "released":
        holds.delete(fact.spend);
        break;
      case "captured": {
        const charge = chargeIn(fact.charges);
        holds.delete(fact.spend);
        // A limit that was removed while the amount was on hold does not count its settlement.
        if (charge && isPublished) count(fact.amount, fact.isFirst, charge.payee, fact.at);
        break;
      }
      default:
        break;
    }
  }
  const held = [...holds.values()];
  const among = (isCounting: (one: Counted) => boolean): ModelUsage =>
    totalOf(counted.filter(isCounting), held);
  if (window?.kind !== "rolling") {
    const isCurrent = newest >= windowStart(period, now, wallTime);
    const usage = among((one) => isCurrent && one.window === newest);
    return { low: usage, high: usage };
  }
  const lengthMs = Math.round(window.hours * 3_600_000);
  const bucketMs = lengthMs / bucketsPerWindow;
  // After twice the window it may be removed, so that a clock set back further does not count it.
  return {
    low: among(({ at }) => at > now - lengthMs && latest < at + 2 * lengthMs),
    high: among(({ at }) => at > now - lengthMs - bucketMs),
  };
}

/** Below it, vendors of an agent count together. */
export const oneCent = 10_000n;

/**
 * Usage of the vendors below one cent that an agent shares. A vendor that never had a cent is surely
 * among them, and one that has a cent is surely not.
 */
export function sharedUsageOf(
  facts: readonly Fact[],
  limit: string,
  shared: string,
  window: Window | null,
  now: number,
  wallTime: WallTime,
): UsageBounds {
  const charged = facts.flatMap((fact) => ("charges" in fact ? fact.charges : []));
  const groups = new Set(
    charged.flatMap((one) => (one.limit === limit && one.shared === shared ? [one.group] : [])),
  );
  const [low, high]: [ModelUsage[], ModelUsage[]] = [[], []];
  for (const group of groups) {
    const whole = usageOf(facts, limit, group, window, now, wallTime);
    if (whole.low.used >= oneCent) continue;
    const part = usageOf(facts, limit, group, window, now, wallTime, shared);
    high.push(part.high);
    if (everUsed(facts, limit, group) < oneCent) low.push(part.low);
  }
  return { low: sumOf(low), high: sumOf(high) };
}

function everUsed(facts: readonly Fact[], limit: string, group: string | null): bigint {
  let used = 0n;
  for (const fact of facts) {
    if (!("charges" in fact)) continue;
    const isCounted = fact.charges.some((one) => one.limit === limit && one.group === group);
    if (isCounted) used += fact.amount;
  }
  return used;
}

function sumOf(usages: readonly ModelUsage[]): ModelUsage {
  return {
    used: usages.reduce((sum, { used }) => sum + used, 0n),
    count: usages.reduce((sum, { count }) => sum + count, 0),
    payees: [...new Set(usages.flatMap(({ payees }) => payees))],
  };
}

function totalOf(counted: readonly Counted[], held: readonly Held[]): ModelUsage {
  const payees = new Set<string>();
  let used = 0n;
  let count = 0;
  for (const one of counted) {
    used += one.amount;
    count += one.count;
    if (one.payee !== null) payees.add(one.payee);
  }
  for (const one of held) {
    used += one.amount;
    count += 1;
    if (one.payee !== null) payees.add(one.payee);
  }
  return { used, count, payees: [...payees] };
}

/** Returns how usage leaves its bounds; null if it does not. */
export function boundsFlaw({ low, high }: UsageBounds, usage: ModelUsage): string | null {
  const { used, count, payees } = usage;
  if (used < low.used || used > high.used) return `is ${used}, not ${low.used} to ${high.used}`;
  if (count < low.count || count > high.count) {
    return `is ${count} spends, not ${low.count} to ${high.count}`;
  }
  const missing = low.payees.find((payee) => !payees.includes(payee));
  if (missing !== undefined) return `lacks the payee ${missing}`;
  const unknown = payees.find((payee) => !high.payees.includes(payee));
  return unknown === undefined ? null : `counts the payee ${unknown}`;
}

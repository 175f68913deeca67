import { Micros } from "@agent-treasury/provider";
import { type Limit, localClock, rollingMs, type Window } from "@agent-treasury/rules";
import {
  allocationSource,
  type Attack,
  type AttackedStanding,
  limitedAllocations,
  type LimitedAllocation,
} from "./attack.ts";
import { longestRepeat, spanOf } from "./horizon.ts";
import { counts } from "./largest-spend.ts";
import type { SpendClass } from "./spend-classes.ts";
import { isBit, type SpendValue } from "./spend-values.ts";
import {
  quarterMs,
  rollingSpans,
  type Span,
  type WeekHours,
  WindowCounter,
  windowsTouched,
  windowsWithin,
} from "./windows-touched.ts";

/** An inequality that every sequence of the attacker keeps. */
export interface LimitRow {
  /** The rule or limit, such as `cloud` or `auto-approve-daily`. */
  readonly source: string;
  /** Positions of the classes that it counts. */
  readonly classes: readonly number[];
  /** `amount`: the sum of the amounts in millionths of USD. `count`: the number of spends. */
  readonly unit: "amount" | "count";
  readonly maximum: bigint;
  /** The windows in which it counts. Null for a total. */
  readonly windows: { readonly window: Window; readonly hours: WeekHours } | null;
}

/** The maximum number of groups that one limit counts at a time. */
const maximumGroups = 2_000;
const day: Window = { kind: "calendar", period: "day" };

/** Returns what the rules and the five limits allow over the horizon. */
export function limitRows(attack: Attack, classes: readonly SpendClass[]): readonly LimitRow[] {
  const rows = new RowBuilder(attack, classes);
  const { limits, ruleSet, balance, standing = [] } = attack;
  const all = classes.map((_, index) => index);
  const automatic = all.filter((index) => classes[index]?.isAutomatic);
  rows.perWindow("auto-approve-daily", automatic, "amount", limits.autoApproveDaily, day, 1);
  rows.perWindow("daily-spend-cap", all, "amount", limits.dailySpendCap, day, 1);
  if (balance !== undefined) rows.keep("min-reserve", all, balance, limits.minReserve);
  for (const [index, rule] of ruleSet.rules.entries()) {
    const { id, then } = rule;
    const applied = all.filter((one) => isBit(classes[one]?.rules ?? 0n, index));
    if (then.kind === "keepAvailable" && balance !== undefined) {
      rows.keep(id, applied, balance, then.amount);
    }
    if (then.kind !== "limit" || then.limit.window === null) continue;
    const counted = applied.filter((one) => isCounted(classes[one], then.limit));
    rows.limit(id, counted, then.limit, then.limit.window);
  }
  for (const [index, { id, limit }] of limitedAllocations(attack).entries()) {
    const bit = ruleSet.rules.length + index;
    const spent = all.filter((one) => isBit(classes[one]?.rules ?? 0n, bit));
    rows.allocation(allocationSource(id), spent, limit);
  }
  for (const one of standing) {
    const covered = all.filter((index) => classes[index]?.standing === one);
    rows.standing(covered, one);
  }
  return rows.rows;
}

function isCounted(one: SpendClass | undefined, limit: Limit): boolean {
  return one !== undefined && counts(limit, one);
}

class RowBuilder {
  readonly rows: LimitRow[] = [];
  readonly #attack: Attack;
  readonly #classes: readonly SpendClass[];
  readonly #repeatedMs: number;
  readonly #touched = new Map<string, number>();
  /** Null if the attacker chooses the first instant. */
  readonly #span: Span | null;
  readonly #calendar: WindowCounter | null;

  constructor(attack: Attack, classes: readonly SpendClass[]) {
    this.#attack = attack;
    this.#classes = classes;
    const clock = localClock(attack.timeZone);
    this.#repeatedMs = longestRepeat(attack.now, clock);
    this.#span = spanOf(attack, clock);
    this.#calendar = this.#span && new WindowCounter(this.#span, clock, quarterMs);
  }

  keep(source: string, classes: readonly number[], balance: Micros, reserve: Micros): void {
    const free = balance > reserve ? balance - reserve : 0n;
    this.#add({ source, classes, unit: "amount", maximum: free, windows: null });
  }

  /**
   * One row for all classes, and one for each set of hours, because fewer windows have some of them.
   *
   * @param groups the number of groups that count separately at a time.
   */
  perWindow(
    source: string,
    classes: readonly number[],
    unit: LimitRow["unit"],
    maximum: bigint,
    window: Window,
    groups: number,
    used: bigint = this.#attack.used?.get(source) ?? 0n,
  ): void {
    const bySet = new Map<string, number[]>();
    for (const index of classes) {
      const key = this.#hoursOf([index]).map(Number).join("");
      bySet.set(key, [...(bySet.get(key) ?? []), index]);
    }
    const sets = bySet.size > 1 ? [classes, ...bySet.values()] : [classes];
    for (const set of sets) {
      const hours = this.#hoursOf(set);
      const touched = this.#windows(window, hours);
      // The present window is surely among them only if each hour is.
      const isPresent = window.kind === "calendar" && !hours.includes(false);
      const spent = isPresent ? (used < maximum ? used : maximum) : 0n;
      const most = maximum * BigInt(touched * groups) - spent;
      this.#add({ source, classes: set, unit, maximum: most, windows: { window, hours } });
    }
  }

  limit(id: string, classes: readonly number[], limit: Limit, window: Window): void {
    const { measure, by } = limit;
    if (measure.kind === "newPayees") {
      const known = this.#classes.map((one) => one.isKnown);
      const payees = classes.filter((index) => known[index] === false);
      if (by === null || by === "agent") this.#newPayees(id, payees, measure.maximum, window);
      return;
    }
    const maximum = BigInt(measure.maximum);
    const { kind: unit } = measure;
    if (by === null) {
      this.perWindow(id, classes, unit, maximum, window, 1);
      return;
    }
    if (by === "agent") {
      this.perWindow(id, classes, unit, maximum, window, 1, 0n);
      return;
    }
    const grouped = classes.filter((index) => this.#groupOf(index, by) !== "none");
    // Vendors below one cent share one more group.
    const shared = by === "vendor" ? 1 : 0;
    this.perWindow(id, grouped, unit, maximum, window, maximumGroups + shared, 0n);
    for (const value of new Set(grouped.map((index) => this.#classes[index]?.groups[by]))) {
      const count = value?.count ?? 1;
      if (count >= maximumGroups) continue;
      const same = grouped.filter((index) => this.#classes[index]?.groups[by] === value);
      this.perWindow(id, same, unit, maximum, window, count, 0n);
    }
  }

  allocation(
    source: string,
    classes: readonly number[],
    { amount, window }: LimitedAllocation["limit"],
  ): void {
    const used = this.#attack.used?.get(source) ?? 0n;
    if (window === null) this.keep(source, classes, amount, Micros.of(used));
    else this.perWindow(source, classes, "amount", amount, window, 1);
  }

  standing(classes: readonly number[], { maximum, limit, count }: AttackedStanding): void {
    const source = "standing-approval";
    // A rule may have the same id, and what it has used is not of the approval.
    if (limit !== null) {
      this.perWindow(source, classes, "amount", limit.maximum, limit.window, 1, 0n);
    }
    if (count === null) return;
    const most = maximum * BigInt(count);
    this.#add({ source, classes, unit: "amount", maximum: most, windows: null });
  }

  /** New payees are the groups that a limit by vendor counts separately. */
  #newPayees(source: string, classes: readonly number[], payees: number, window: Window): void {
    const touched = this.#windows(window, this.#hoursOf(classes));
    for (const [index, { then }] of this.#attack.ruleSet.rules.entries()) {
      if (then.kind !== "limit" || then.limit.by !== "vendor" || then.limit.window === null)
        continue;
      const { measure, window: outer } = then.limit;
      if (measure.kind === "newPayees") continue;
      const both = classes.filter(
        (one) =>
          isBit(this.#classes[one]?.rules ?? 0n, index) &&
          isCounted(this.#classes[one], then.limit),
      );
      const paid = payees * Math.min(touched, windowsWithin(outer, window));
      this.perWindow(source, both, measure.kind, BigInt(measure.maximum), outer, paid, 0n);
    }
  }

  #groupOf(index: number, by: Exclude<Limit["by"], null>): SpendValue | "none" | null {
    const value = this.#classes[index]?.groups[by] ?? null;
    const isNone = by === "allocation" && value?.factsOf(0).allocations?.length === 0;
    return isNone ? "none" : value;
  }

  #windows(window: Window, hours: WeekHours): number {
    const key = `${JSON.stringify(window)} ${hours.map(Number).join("")}`;
    const { horizon } = this.#attack;
    const known =
      this.#touched.get(key) ??
      Math.min(
        windowsTouched(window, hours, horizon, this.#repeatedMs),
        this.#countIn(window, hours),
      );
    this.#touched.set(key, known);
    return known;
  }

  /** The number of windows from now. */
  #countIn(window: Window, hours: WeekHours): number {
    if (this.#span === null || this.#calendar === null) return Infinity;
    const { start, end } = this.#span;
    return window.kind === "rolling"
      ? rollingSpans(rollingMs(window.hours), end + 1 - start)
      : this.#calendar.windowsIn(window.period, hours, this.#span).count;
  }

  #hoursOf(classes: readonly number[]): WeekHours {
    const [first, ...others] = classes.map((index) => this.#classes[index]?.hours ?? []);
    return (first ?? []).map((is, hour) => is || others.some((hours) => hours[hour] === true));
  }

  #add(row: LimitRow): void {
    if (row.classes.length > 0) this.rows.push(row);
  }
}

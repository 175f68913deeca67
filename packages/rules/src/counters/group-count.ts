import type { Window } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { rollingMs } from "./buckets.ts";
import type { Counter } from "./counter.ts";
import { emptyAfter, endTogether } from "./expiry.ts";

/** The number of live groups of a rule by the time at which they become empty, earliest first. */
export type GroupCount = readonly GroupEnd[];

export type GroupEnd = readonly [emptyAfter: number, count: number];

export interface GroupMove {
  /** `groupEnd` of the group's counter before and after the spend. */
  readonly before: number | null;
  readonly after: number | null;
}

/** The end of groups with holds. */
export const neverEmpty: number = Number.MAX_SAFE_INTEGER;

const maximumEnds = 4;

/** The maximum number of live groups of a rule. */
export const maximumGroups = 2_000;

/**
 * Returns when the group stops to count as live, rounded up so that groups share few ends. Null if
 * it is not live.
 */
export function groupEnd(
  counter: Counter,
  window: Window | null,
  clock: LocalClock,
  now: number,
): number | null {
  const exact = emptyAfter(counter, window, clock, now);
  if (exact === null) return neverEmpty;
  const stepMs = window?.kind === "rolling" ? rollingMs(window.hours) : 1;
  const end = Math.ceil(exact / stepMs) * stepMs;
  return counter.spans.length > 0 && end > now ? end : null;
}

/** Replaces the end of a group. The maximum of groups is checked before a spend is executed. */
export function countGroup(
  groups: GroupCount,
  { before, after }: GroupMove,
  now: number,
): GroupCount {
  const live = new Map(groups.filter(([end]) => end > now));
  if (before !== null) changeBy(live, before, -1);
  if (after !== null && after > now) changeBy(live, after, 1);
  return mergeEarliest([...live].toSorted(([left], [right]) => left - right));
}

/**
 * Returns the count after a spend changed the counter of a group. A settled spend counts even if
 * other groups took its place meanwhile.
 */
export function recountGroup(
  groups: GroupCount,
  before: Counter,
  after: Counter,
  window: Window | null,
  clock: LocalClock,
  now: number,
): GroupCount {
  const end = groupEnd(after, window, clock, now);
  const isSame = before === after || endTogether(before, after);
  const previous = isSame ? end : groupEnd(before, window, clock, now);
  // Most spends change nothing, unless a clock that is ahead removed the end.
  if (previous === end && groups.some((group) => group[0] === end)) return groups;
  return countGroup(groups, { before: previous, after: end }, now);
}

export function liveGroups(groups: GroupCount): number {
  let total = 0;
  for (const group of groups) total += group[1];
  return total;
}

/** A clock that is ahead may have dropped the end of a group, so that nothing is left to lower. */
function changeBy(live: Map<number, number>, end: number, change: 1 | -1): void {
  const count = (live.get(end) ?? 0) + change;
  if (count > 0) live.set(end, count);
  else live.delete(end);
}

/** Clocks that are far ahead add ends. Merged groups count until the later end. */
function mergeEarliest(groups: GroupCount): GroupCount {
  const [first, second, ...later] = groups;
  if (groups.length <= maximumEnds || first === undefined || second === undefined) return groups;
  return mergeEarliest([[second[0], first[1] + second[1]], ...later]);
}

import type { Window } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { windowEnd } from "../windows/window-end.ts";
import { bucketEnd, rollingMs } from "./buckets.ts";
import type { Counter } from "./counter.ts";
import { countingSpans } from "./usage.ts";

/** The difference of clocks within which a stored counter still counts. */
const clockSkewMs = 86_400_000;

export function isEmpty(
  counter: Counter,
  window: Window | null,
  clock: LocalClock,
  now: number,
): boolean {
  return !hasHolds(counter) && countingSpans(counter, window, clock, now).length === 0;
}

/** Returns whether both counters stop to count at the same time. False if that is not obvious. */
export function endTogether(one: Counter, other: Counter): boolean {
  return one.spans[0]?.name === other.spans[0]?.name && !hasHolds(one) && !hasHolds(other);
}

/**
 * Returns when the newest span stops to count, in milliseconds since 1970. Null for never: while
 * amounts are on hold, and in total.
 */
export function emptyAfter(
  counter: Counter,
  window: Window | null,
  clock: LocalClock,
  now: number,
): number | null {
  const [newest] = counter.spans;
  if (hasHolds(counter)) return null;
  if (newest === undefined) return now;
  if (window === null) return null;
  if (window.kind === "calendar") return windowEnd(window.period, newest.name, clock);
  return bucketEnd(window.hours, newest.name) + rollingMs(window.hours);
}

/**
 * Returns until when storage has to retain a counter. A clock that is behind would otherwise begin
 * a window again that another clock has ended.
 */
export function retainedUntil(
  counter: Counter,
  window: Window | null,
  clock: LocalClock,
  now: number,
): number | null {
  const end = emptyAfter(counter, window, clock, now);
  if (end === null) return null;
  const skewMs = window?.kind === "rolling" ? rollingMs(window.hours) : clockSkewMs;
  return end + skewMs;
}

function hasHolds({ held, heldCount, heldPayees }: Counter): boolean {
  return held > 0n || heldCount > 0 || heldPayees.length > 0;
}

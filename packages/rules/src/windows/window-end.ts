import type { CalendarPeriod } from "../rule-set/rule-set.ts";
import type { LocalClock } from "./local-time.ts";
import { windowName } from "./window-name.ts";

const secondMs = 1_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

interface NamedEnd {
  readonly name: string;
  readonly end: number;
}

/** A search reads the clock about 20 times, and every spend needs the end of the same window. */
const latest = new WeakMap<LocalClock, Map<CalendarPeriod, NamedEnd>>();

/** Returns the first moment after the named window, in milliseconds since 1970. */
export function windowEnd(period: CalendarPeriod, name: string, clock: LocalClock): number {
  const ends = latest.get(clock) ?? new Map<CalendarPeriod, NamedEnd>();
  latest.set(clock, ends);
  const known = ends.get(period);
  if (known?.name === name) return known.end;
  const end = findEnd(period, name, clock);
  ends.set(period, { name, end });
  return end;
}

/** A search needs no rules for midnights that a clock change skips or repeats. */
function findEnd(period: CalendarPeriod, name: string, clock: LocalClock): number {
  const nextInUtc = nextStart(period, name);
  // Offsets span 26 hours, and a time zone that crosses the date line skips a day.
  let before = nextInUtc - 2 * dayMs;
  let after = nextInUtc + 3 * dayMs;
  while (after - before > secondMs) {
    const middle = Math.floor((before + after) / 2 / secondMs) * secondMs;
    if (windowName(period, clock(middle)) > name) after = middle;
    else before = middle;
  }
  return after;
}

/** The next window's start, as if its local time were in UTC. */
function nextStart(period: CalendarPeriod, name: string): number {
  const year = Number(name.slice(0, 4));
  switch (period) {
    case "hour":
      return Date.parse(name) + hourMs;
    case "day":
      return Date.parse(name) + dayMs;
    case "week":
      return mondayOf(year, Number(name.slice(6)) + 1);
    case "month":
      return Date.UTC(year, Number(name.slice(5)), 1);
    case "quarter":
      return Date.UTC(year, Number(name.slice(6)) * 3, 1);
    case "year":
      return Date.UTC(year + 1, 0, 1);
  }
}

/** January 4 is always in week 1. */
function mondayOf(year: number, week: number): number {
  const fourth = Date.UTC(year, 0, 4);
  const daysAfterMonday = (new Date(fourth).getUTCDay() + 6) % 7;
  return fourth + ((week - 1) * 7 - daysAfterMonday) * dayMs;
}

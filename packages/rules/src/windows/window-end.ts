import type { CalendarPeriod } from "./calendar.ts";
import type { LocalClock } from "./local-time.ts";
import { windowName } from "./window-name.ts";

const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Returns the first moment after the named window, in milliseconds since 1970. */
export function windowEnd(period: CalendarPeriod, name: string, clock: LocalClock): number {
  // Names of different periods differ.
  const known = clock.windowEnds?.get(name);
  if (known !== undefined) return known;
  const end = findEnd(period, name, clock);
  clock.windowEnds?.set(name, end);
  return end;
}

function findEnd(period: CalendarPeriod, name: string, clock: LocalClock): number {
  const isAfter = (at: number): boolean => windowName(period, clock(at)) > name;
  const next = nextStart(period, name);
  const guess = period === "hour" ? next : next - offsetAt(clock, next);
  return isAfter(guess) && !isAfter(guess - secondMs) ? guess : searchEnd(isAfter, next);
}

function offsetAt(clock: LocalClock, at: number): number {
  const { day, minute } = clock(at);
  return Date.parse(day) + minute * minuteMs - at;
}

/** For windows beside a clock change, whose midnight may be skipped or repeated. */
function searchEnd(isAfter: (at: number) => boolean, next: number): number {
  // Offsets span 26 hours, and a time zone that crosses the date line skips a day.
  let before = next - 2 * dayMs;
  let after = next + 3 * dayMs;
  while (after - before > secondMs) {
    const middle = Math.floor((before + after) / 2 / secondMs) * secondMs;
    if (isAfter(middle)) after = middle;
    else before = middle;
  }
  return after;
}

/** The next window's start. Except for an hour, as if its local time were in UTC. */
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

import {
  type CalendarPeriod,
  daysOfWeek,
  type LocalClock,
  type LocalTime,
  rollingMs,
  type Window,
} from "@agent-treasury/rules";
import type { Horizon } from "./attack.ts";

/** The local hours of a week in which something can happen, Monday first. */
export type WeekHours = readonly boolean[];

export const hoursOfWeek = 168;
export const daysOf: Readonly<Record<Horizon, number>> = { day: 1, week: 7, month: 31, year: 366 };
export const everyHour: WeekHours = Array.from({ length: hoursOfWeek }, () => true);

export const hourMs = 3_600_000;

/** Longer windows have no pattern in the week. Any first instant is allowed. */
const longWindows = {
  month: { day: 2, week: 2, month: 2, year: 13 },
  quarter: { day: 2, week: 2, month: 2, year: 5 },
  year: { day: 2, week: 2, month: 2, year: 2 },
} as const;

/**
 * Returns the maximum number of windows with at least one of the hours that a horizon touches,
 * whatever its first instant. For a rolling window, it is the maximum number of spans in which each
 * spend counts for all later ones.
 *
 * @param hasClockChanges whether the time zone changes its offset.
 */
export function windowsTouched(
  window: Window,
  hours: WeekHours,
  horizon: Horizon,
  hasClockChanges: boolean,
): number {
  if (!hours.includes(true)) return 0;
  const longest = daysOf[horizon] * 24 * hourMs;
  if (window.kind === "rolling") return rollingSpans(rollingMs(window.hours), longest);
  const { period } = window;
  if (period === "month" || period === "quarter" || period === "year") {
    return longWindows[period][horizon];
  }
  const touched = inPattern(period, hours, horizon);
  // The hour that a clock change repeats is two windows.
  const isRepeated = period === "hour" && hasClockChanges && hours.includes(false);
  return touched + (isRepeated ? (horizon === "year" ? 2 : 1) : 0);
}

/**
 * A spend counts until the end of its bucket and the whole window. So the first span has at least the
 * window's length, and each further one begins with a bucket and ends a bucket later.
 */
function rollingSpans(windowMs: number, longest: number): number {
  const left = longest - windowMs;
  return left <= 0 ? 1 : 1 + Math.ceil(left / (windowMs + windowMs / 24));
}

const hoursOf = { hour: 1, day: 24, week: hoursOfWeek } as const;
/** A horizon that begins within an hour touches that hour of its last day, too. */
function inPattern(period: keyof typeof hoursOf, hours: WeekHours, horizon: Horizon): number {
  const cells = daysOf[horizon] * 24 + 1;
  let most = 0;
  for (let start = 0; start < hoursOfWeek; start += 1) {
    let touched = 0;
    let newest = -1;
    for (let cell = start; cell < start + cells; cell += 1) {
      const name = Math.floor(cell / hoursOf[period]);
      if (name === newest || hours[cell % hoursOfWeek] !== true) continue;
      newest = name;
      touched += 1;
    }
    most = Math.max(most, touched);
  }
  return most;
}

const quarterMs = hourMs / 4;

/** Counts windows of a span whose first and last instants are known. */
export class WindowCounter {
  readonly #longest: number;
  /** Each quarter of an hour, at which every hour of every time zone begins. */
  readonly #times: readonly (readonly [hour: number, local: LocalTime])[];

  constructor({ start, end }: { readonly start: number; readonly end: number }, clock: LocalClock) {
    this.#longest = end + 1 - start;
    const first = Math.floor(start / quarterMs) + 1;
    const further = Math.max(0, Math.ceil((end + 1) / quarterMs) - first);
    const at = [start, ...Array.from({ length: further }, (_, next) => (first + next) * quarterMs)];
    this.#times = at.map((instant) => {
      const local = clock(instant);
      return [daysOfWeek.indexOf(local.weekday) * 24 + Math.floor(local.minute / 60), local];
    });
  }

  count(window: Window, hours: WeekHours): number {
    if (window.kind === "rolling") return rollingSpans(rollingMs(window.hours), this.#longest);
    const inHours = this.#times.filter(([hour]) => hours[hour] === true);
    return new Set(inHours.map(([, local]) => local[window.period])).size;
  }
}

/** The maximum number of windows that one other window touches. */
export function windowsWithin(outer: Window, inner: Window): number {
  if (JSON.stringify(outer) === JSON.stringify(inner)) return 1;
  if (outer.kind === "rolling" || inner.kind === "rolling") return Infinity;
  const horizon = horizonAround[outer.period];
  return horizon === null ? Infinity : windowsTouched(inner, everyHour, horizon, true);
}

const horizonAround: Readonly<Record<CalendarPeriod, Horizon | null>> = {
  hour: "day",
  day: "day",
  week: "week",
  month: "month",
  quarter: "year",
  year: "year",
};

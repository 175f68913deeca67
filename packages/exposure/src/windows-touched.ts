import {
  type CalendarPeriod,
  daysOfWeek,
  type LocalClock,
  type LocalTime,
  rollingMs,
  type Window,
} from "@agent-treasury/rules";
import type { Horizon } from "./attack.ts";

/** From the first to the last instant. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

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
 * @param repeatedMs the longest local time that a clock change repeats.
 */
export function windowsTouched(
  window: Window,
  hours: WeekHours,
  horizon: Horizon,
  repeatedMs: number,
): number {
  if (!hours.includes(true)) return 0;
  const longest = daysOf[horizon] * 24 * hourMs;
  if (window.kind === "rolling") return rollingSpans(rollingMs(window.hours), longest);
  const { period } = window;
  if (period === "month" || period === "quarter" || period === "year") {
    return longWindows[period][horizon];
  }
  const touched = inPattern(period, hours, horizon);
  if (period !== "hour") return touched;
  // A repeated hour is another window. It is no more than the horizon has hours, unless only some of
  // them count, or the change is not of whole hours.
  const isMore = hours.includes(false) || repeatedMs % hourMs !== 0;
  const changes = horizon === "year" ? 2 : 1;
  return touched + (isMore ? changes * Math.ceil(repeatedMs / hourMs) : 0);
}

/**
 * A spend counts until the end of its bucket and the whole window. So the first span has at least the
 * window's length, and each further one begins with a bucket and ends a bucket later.
 */
export function rollingSpans(windowMs: number, longest: number): number {
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

/** Every hour of every time zone begins at one. */
export const quarterMs: number = hourMs / 4;

/** The calendar windows of a time that is known. */
export class WindowCounter {
  readonly #first: number;
  readonly #stepMs: number;
  readonly #cells: readonly (readonly [hour: number, local: LocalTime])[];

  /** @param stepMs at which the clock is read: `quarterMs` for an exact count. */
  constructor({ start, end }: Span, clock: LocalClock, stepMs: number) {
    this.#stepMs = stepMs;
    this.#first = Math.floor(start / stepMs);
    this.#cells = Array.from({ length: this.#cellOf(end) + 1 }, (_, index) => {
      const local = clock((this.#first + index) * stepMs);
      return [daysOfWeek.indexOf(local.weekday) * 24 + Math.floor(local.minute / 60), local];
    });
  }

  /** The windows with at least one of the hours in a span, and the steps of the longest. */
  windowsIn(
    period: CalendarPeriod,
    hours: WeekHours,
    { start, end }: Span,
  ): { readonly count: number; readonly longest: number } {
    let [count, longest, inNewest, newest] = [0, 0, 0, ""];
    const last = this.#cellOf(end);
    for (let index = this.#cellOf(start); index <= last; index += 1) {
      const [hour = 0, local] = this.#cells[index] ?? [];
      if (local === undefined || hours[hour] !== true) continue;
      if (local[period] !== newest) [count, inNewest, newest] = [count + 1, 0, local[period]];
      inNewest += 1;
      longest = Math.max(longest, inNewest);
    }
    return { count, longest };
  }

  #cellOf(at: number): number {
    return Math.floor(at / this.#stepMs) - this.#first;
  }
}

/** The maximum number of windows that one other window touches. */
export function windowsWithin(outer: Window, inner: Window): number {
  if (JSON.stringify(outer) === JSON.stringify(inner)) return 1;
  if (outer.kind === "rolling" || inner.kind === "rolling") return Infinity;
  const horizon = horizonAround[outer.period];
  if (horizon === null) return Infinity;
  // A clock change makes the outer window longer, in no time zone by more than these hours.
  const more = inner.period === "hour" ? 3 : 0;
  return windowsTouched(inner, everyHour, horizon, 0) + more;
}

const horizonAround: Readonly<Record<CalendarPeriod, Horizon | null>> = {
  hour: "day",
  day: "day",
  week: "week",
  month: "month",
  quarter: "year",
  year: "year",
};

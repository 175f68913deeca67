import type { LocalClock } from "@agent-treasury/rules";
import type { Attack, Horizon } from "./attack.ts";
import { daysOf, hourMs, type Span } from "./windows-touched.ts";

export const minuteMs = 60_000;
export const dayMs: number = 24 * hourMs;

/** Returns the span of an attack that begins now. Null if the attacker chooses the first instant. */
export function spanOf({ now, used, horizon, credential }: Attack, clock: LocalClock): Span | null {
  const last = horizonEnd(now, horizon, clock);
  const expiry = credential?.expiresAt ?? null;
  if (expiry !== null && expiry <= last) return { start: now, end: expiry - 1 };
  return used === undefined ? null : { start: now, end: last };
}

/** Returns the last instant of a horizon. */
export function horizonEnd(start: number, horizon: Horizon, clock: LocalClock): number {
  const { day, minute } = clock(start);
  const time = minute * minuteMs + (start % minuteMs);
  const last = sameDayLater(day, horizon);
  return Math.min(instantOf(last, time, clock), start + daysOf[horizon] * dayMs) - 1;
}

export function sameDayLater(day: string, horizon: Horizon): string {
  if (horizon === "day" || horizon === "week") return addDays(day, daysOf[horizon]);
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const later = month + (horizon === "month" ? 1 : 12);
  const lastDay = new Date(Date.UTC(year, later, 0)).getUTCDate();
  return isoDay(Date.UTC(year, later - 1, Math.min(date, lastDay)));
}

export function addDays(day: string, days: number): string {
  return isoDay(Date.parse(day) + days * dayMs);
}

export function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Returns the instant of a local time, or one near it if a clock change skips it. */
export function instantOf(day: string, time: number, clock: LocalClock): number {
  const local = Date.parse(day) + time;
  const guess = local - offsetAt(local, clock);
  return local - offsetAt(guess, clock);
}

/** Returns the longest local time that a clock change of the next year repeats. */
export function longestRepeat(now: number, clock: LocalClock): number {
  const offsets = Array.from({ length: daysOf.year + 2 }, (_, day) =>
    offsetAt(now + day * dayMs, clock),
  );
  return offsets.reduce((longest, offset, day) => {
    return Math.max(longest, offset - (offsets[day + 1] ?? offset));
  }, 0);
}

function offsetAt(at: number, clock: LocalClock): number {
  const { day, minute } = clock(at);
  return Date.parse(day) + minute * minuteMs + (at % minuteMs) - at;
}

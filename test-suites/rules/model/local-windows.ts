import type { CalendarPeriod } from "@agent-treasury/rules";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const quarterHourMs = hourMs / 4;

/** Wall-clock time in a zone, as milliseconds of a UTC clock that shows it. */
export type WallTime = (at: number) => number;

const wallTimes = new Map<string, WallTime>();

/** Offsets change at full quarters of an hour. */
export function wallTimeIn(timeZone: string): WallTime {
  const known = wallTimes.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  const offsets = new Map<number, number>();
  const wallTime: WallTime = (at) => {
    const quarter = Math.floor(at / quarterHourMs) * quarterHourMs;
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      offset = Date.parse(`${format.format(quarter).replace(" ", "T")}Z`) - quarter;
      offsets.set(quarter, offset);
    }
    return at + offset;
  };
  wallTimes.set(timeZone, wallTime);
  return wallTime;
}

/** Returns the start of the window. Starts of one period compare in order of time. */
export function windowStart(period: CalendarPeriod | null, at: number, wallTime: WallTime): number {
  if (period === null) return 0;
  const wall = wallTime(at);
  // An hour that a clock change repeats is two hours.
  if (period === "hour") return at - modulo(wall, hourMs);
  const midnight = wall - modulo(wall, dayMs);
  const date = new Date(midnight);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (period) {
    case "day":
      return midnight;
    case "week":
      return midnight - ((date.getUTCDay() + 6) % 7) * dayMs;
    case "month":
      return Date.UTC(year, month);
    case "quarter":
      return Date.UTC(year, month - (month % 3));
    case "year":
      return Date.UTC(year, 0);
  }
}

export function weekday(at: number, wallTime: WallTime): string {
  return (
    ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][new Date(wallTime(at)).getUTCDay()] ?? ""
  );
}

export function minuteOfDay(at: number, wallTime: WallTime): number {
  return Math.floor(modulo(wallTime(at), dayMs) / 60_000);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

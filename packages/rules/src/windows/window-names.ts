import type { CalendarPeriod } from "./calendar.ts";

const dayMs = 86_400_000;

/**
 * Names the calendar windows of a moment so that names of one period compare in time order:
 * `2026-11-23`, `2026-W48`, `2026-11`, `2026-Q4`, `2026`.
 *
 * @param day `YYYY-MM-DD`.
 * @param hour the start of the local hour in UTC: `2026-10-25T00:00Z`. The hour that a clock change
 *   repeats has two names.
 */
export function windowNames(day: string, hour: string): Readonly<Record<CalendarPeriod, string>> {
  const year = day.slice(0, 4);
  return {
    hour,
    day,
    week: isoWeek(day),
    month: day.slice(0, 7),
    quarter: `${year}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`,
    year,
  };
}

/** A week belongs to the year of its Thursday. */
function isoWeek(day: string): string {
  const midnight = Date.parse(day);
  const daysAfterMonday = (new Date(midnight).getUTCDay() + 6) % 7;
  const thursday = midnight + (3 - daysAfterMonday) * dayMs;
  const year = new Date(thursday).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * dayMs)) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}

import type { CalendarPeriod } from "./calendar.ts";
import type { LocalTime } from "./local-time.ts";

/** The only window of a limit in total. */
export const totalName = "all";

/** @param period null for a limit in total. */
export function windowName(period: CalendarPeriod | null, local: LocalTime): string {
  return period === null ? totalName : local[period];
}

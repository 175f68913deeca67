import type { LedgerEntry } from "@agent-treasury/sdk-client";
import { usdAfter } from "../format/usd.ts";

/** The spending of one day. */
export interface DaySpend {
  /** `2026-11-21`. */
  readonly day: string;
  readonly spentUsd: number;
}

const dayMs = 86_400_000;

/**
 * Returns the spending of each of the last business days, the oldest first, from the day of the oldest
 * entry. A reversal does not lower it, as in the check of the daily cap.
 */
export function spendByDay(
  entries: readonly LedgerEntry[],
  days: readonly string[],
): readonly DaySpend[] {
  const spent = new Map<string, number>();
  for (const { type, amountUsd, businessDay: day } of entries) {
    if (type !== "expense" || amountUsd >= 0) continue;
    spent.set(day, usdAfter(spent.get(day) ?? 0, amountUsd));
  }
  const first = entries.at(-1)?.businessDay;
  if (first === undefined) return [];
  return days.filter((day) => day >= first).map((day) => ({ day, spentUsd: spent.get(day) ?? 0 }));
}

/** Returns the last business days until now, the oldest first. */
export function lastDays(count: number, now: Date, timeZone: string): readonly string[] {
  const today = Date.parse(businessDays(timeZone)(now));
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/** Returns the day of a time in a time zone: `2026-11-21`. */
export function businessDays(timeZone: string): (time: Date) => string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (time) => format.format(time);
}

import type { LedgerEntry } from "@agent-treasury/sdk-client";
import { usdAfter } from "../format/usd.ts";

/** The spending of one day. */
export interface DaySpend {
  /** `2026-11-21`. */
  readonly day: string;
  readonly spentUsd: number;
}

/**
 * Returns the spending of each business day, oldest day first. A reversal does not lower it, as in the
 * check of the daily cap.
 */
export function spendByDay(entries: readonly LedgerEntry[], days: number): readonly DaySpend[] {
  const spent = new Map<string, number>();
  for (const { type, amountUsd, businessDay: day } of entries) {
    if (type !== "expense" || amountUsd >= 0) continue;
    spent.set(day, usdAfter(spent.get(day) ?? 0, amountUsd));
  }
  return [...spent]
    .map(([day, spentUsd]) => ({ day, spentUsd }))
    .toSorted((one, other) => one.day.localeCompare(other.day))
    .slice(-days);
}

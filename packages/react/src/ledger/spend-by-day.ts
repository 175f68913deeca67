import type { LedgerEntry } from "@agent-treasury/sdk-client";
import { usdAfter } from "../format/usd.ts";

/** What was spent in one day. */
export interface DaySpend {
  /** `2026-11-21`. */
  readonly day: string;
  readonly spentUsd: number;
}

/**
 * What the entries of each day spent, oldest day first. Days are those of UTC; a reversal never lowers
 * what was spent in a day, as it does not where the cap is checked.
 */
export function spendByDay(entries: readonly LedgerEntry[], days: number): readonly DaySpend[] {
  const spent = new Map<string, number>();
  for (const { type, amountUsd, createdAt } of entries) {
    if (type !== "expense" || amountUsd >= 0) continue;
    const day = createdAt.slice(0, 10);
    spent.set(day, usdAfter(spent.get(day) ?? 0, amountUsd));
  }
  return [...spent]
    .map(([day, spentUsd]) => ({ day, spentUsd }))
    .toSorted((one, other) => one.day.localeCompare(other.day))
    .slice(-days);
}

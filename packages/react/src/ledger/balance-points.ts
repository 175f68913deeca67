import type { LedgerEntry } from "@agent-treasury/sdk-client";
import { usdAfter } from "../format/usd.ts";

/** A point of the balance's line: the balance from this entry on. */
export interface BalancePoint {
  readonly sequence: number;
  readonly balanceUsd: number;
  /** Missing at the two ends, which are there so that the first and the last step can be seen. */
  readonly entry?: LedgerEntry;
}

/**
 * The line that the balance draws through the newest entries.
 *
 * @param entries - Newest first, as the treasury has them.
 */
export function pointsOf(entries: readonly LedgerEntry[]): BalancePoint[] {
  const newest = entries[0];
  const oldest = entries.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const before = usdAfter(oldest.balanceUsd, oldest.amountUsd);
  return [
    { sequence: oldest.sequence - 1, balanceUsd: before },
    ...entries
      .toReversed()
      .map((entry) => ({ sequence: entry.sequence, balanceUsd: entry.balanceUsd, entry })),
    { sequence: newest.sequence + 1, balanceUsd: newest.balanceUsd },
  ];
}

const mostTicks = 8;

/** Which entries the axis names. */
export function ticksOf(entries: readonly LedgerEntry[]): number[] {
  const every = Math.ceil(entries.length / mostTicks);
  return entries
    .toReversed()
    .filter((_, index) => index % every === 0)
    .map(({ sequence }) => sequence);
}

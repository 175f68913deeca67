import type { LedgerEntry } from "@agent-treasury/sdk-client";
import { formatMoment } from "../format/moment.ts";
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

/** Returns the labels of the axis by the entries' numbers, each once: a time of today, or an earlier day. */
export function tickLabels(entries: readonly LedgerEntry[]): ReadonlyMap<number, string> {
  const every = Math.ceil(entries.length / mostTicks);
  const labels = new Map<string, number>();
  for (const [index, { sequence, createdAt }] of entries.toReversed().entries()) {
    const [label = ""] = formatMoment(createdAt).split(",");
    if (index % every === 0 && !labels.has(label)) labels.set(label, sequence);
  }
  return new Map([...labels].map(([label, sequence]) => [sequence, label]));
}

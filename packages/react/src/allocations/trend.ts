import type { Allocation, Proposal } from "@agent-treasury/sdk-client";
import { usdTogether } from "../format/usd.ts";
import { isRequest } from "../inbox/quote-text.ts";
import { businessDays, type DaySpend, lastDays } from "../ledger/spend-by-day.ts";

export const trendDays = 14;

/**
 * Returns what was spent from each allocation, and from those below it, on each of the last business
 * days, the oldest first. As for a limit, held money does not count until it is captured, a payment that was
 * undone does not count, and a refund lowers nothing.
 */
export function trendsOf(
  allocations: readonly Pick<Allocation, "id" | "parent">[],
  proposals: readonly Proposal[],
  now: Date,
  timeZone: string,
): ReadonlyMap<string, readonly DaySpend[]> {
  const dayOf = businessDays(timeZone);
  const parents = new Map(allocations.map(({ id, parent }) => [id, parent]));
  const spent = new Map<string, number>();
  for (const proposal of proposals) {
    const { status, executedAt, allocationId, capturedUsd } = proposal;
    if (status !== "executed" || executedAt === null || isRequest(proposal)) continue;
    for (const id of withParents(allocationId, parents)) {
      const key = `${id} ${dayOf(new Date(executedAt))}`;
      spent.set(key, usdTogether(spent.get(key) ?? 0, capturedUsd));
    }
  }
  const days = lastDays(trendDays, now, timeZone);
  return new Map(
    allocations.map(({ id }) => [
      id,
      days.map((day) => ({ day, spentUsd: spent.get(`${id} ${day}`) ?? 0 })),
    ]),
  );
}

function withParents(
  id: string | null,
  parents: ReadonlyMap<string, string | null>,
): readonly string[] {
  return id === null ? [] : [id, ...withParents(parents.get(id) ?? null, parents)];
}

import type { Allocation, Proposal } from "@agent-treasury/sdk-client";
import { usdTogether } from "../format/usd.ts";
import { isRequest } from "../inbox/quote-text.ts";
import type { DaySpend } from "../ledger/spend-by-day.ts";

export const trendDays = 14;

const dayMs = 86_400_000;

/**
 * Returns what was spent from each allocation, and from those below it, on each of the last business
 * days, the oldest first. As for a limit, held money does not count until it is captured, and a reversal lowers
 * nothing.
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
    const { status, executedAt, allocationId, capturedUsd, amountUsd } = proposal;
    if (status !== "executed" || executedAt === null || isRequest(proposal)) continue;
    const amount = capturedUsd > 0 ? capturedUsd : amountUsd;
    for (const id of withParents(allocationId, parents)) {
      const key = `${id} ${dayOf(new Date(executedAt))}`;
      spent.set(key, usdTogether(spent.get(key) ?? 0, amount));
    }
  }
  const today = Date.parse(dayOf(now));
  const days = Array.from({ length: trendDays }, (_, index) =>
    new Date(today - (trendDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
  return new Map(
    allocations.map(({ id }) => [
      id,
      days.map((day) => ({ day, spentUsd: spent.get(`${id} ${day}`) ?? 0 })),
    ]),
  );
}

/** Returns the day of a time in a time zone: `2026-11-21`. */
function businessDays(timeZone: string): (time: Date) => string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (time) => format.format(time);
}

function withParents(
  id: string | null,
  parents: ReadonlyMap<string, string | null>,
): readonly string[] {
  return id === null ? [] : [id, ...withParents(parents.get(id) ?? null, parents)];
}

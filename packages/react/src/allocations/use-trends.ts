"use client";

import type { Allocation, Proposal, TreasuryClient } from "@agent-treasury/sdk-client";
import { useMemo } from "react";
import useSWR from "swr";
import type { DaySpend } from "../ledger/spend-by-day.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live, useTreasury } from "../provider/use-treasury.ts";
import { trendDays, trendsOf } from "./trend.ts";

const refreshMs = 30_000;
export const mostPages = 3;
/** For spends that were executed some days after they were proposed. */
const daysRead = 2 * trendDays;

const dayMs = 86_400_000;

/** The newest proposals. */
export interface RecentProposals {
  readonly proposals: readonly Proposal[];
  /** Whether some of the days are missing, because there are too many proposals. */
  readonly isCut: boolean;
}

export interface Trends extends Pick<RecentProposals, "isCut"> {
  /** By allocation. */
  readonly days: ReadonlyMap<string, readonly DaySpend[]>;
}

/** Returns the daily spending of allocations, computed from the newest proposals. */
export function useTrends(allocations: readonly Allocation[]): Trends | undefined {
  const { client, workspaceId } = useTreasuryContext();
  const timeZone = useTreasury().state?.timeZone;
  const { data } = useSWR<RecentProposals, unknown>(
    allocations.length === 0 ? null : ["allocation-trend", workspaceId],
    () => readRecent(client, new Date(Date.now() - daysRead * dayMs)),
    { ...live, refreshInterval: refreshMs },
  );
  return useMemo(() => {
    if (data === undefined || timeZone === undefined) return undefined;
    const days = trendsOf(allocations, data.proposals, new Date(), timeZone);
    return { isCut: data.isCut, days };
  }, [allocations, data, timeZone]);
}

/** Reads pages back to a time, within a bound. */
export async function readRecent(
  { treasury }: { readonly treasury: Pick<TreasuryClient["treasury"], "proposals"> },
  since: Date,
): Promise<RecentProposals> {
  const proposals: Proposal[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const next = await treasury.proposals(cursor === null ? {} : { cursor });
    proposals.push(...next.proposals);
    ({ cursor } = next);
    const oldest = proposals.at(-1);
    if (cursor === null || (oldest !== undefined && new Date(oldest.createdAt) < since)) {
      return { proposals, isCut: false };
    }
  }
  return { proposals, isCut: true };
}

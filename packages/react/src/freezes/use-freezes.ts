"use client";

import type { Freeze, FreezeList } from "@agent-treasury/sdk-client";
import useSWR from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live } from "../provider/use-treasury.ts";

/** Freezes in effect, the oldest first. Empty until loaded. */
export function useFreezes(): readonly Freeze[] {
  return useFreezeList(true)?.freezes ?? noFreezes;
}

/** The same list, so that nothing is computed again. */
const noFreezes: readonly Freeze[] = [];

/**
 * Returns which freeze stops a pending spend, as one sentence. Null without one, and until loaded.
 *
 * @param isShown - The request is sent when this is true.
 */
export function useStoppedSpend(proposalId: string, isShown: boolean): string | null {
  const list = useFreezeList(isShown);
  return list?.stopped.find((one) => one.proposalId === proposalId)?.reason ?? null;
}

function useFreezeList(isShown: boolean): FreezeList | undefined {
  const { client, workspaceId } = useTreasuryContext();
  const { data } = useSWR<FreezeList, unknown>(
    isShown ? ["freezes", workspaceId] : null,
    () => client.freezes.list({ workspaceId }),
    { ...live, refreshInterval: 5000 },
  );
  return data;
}

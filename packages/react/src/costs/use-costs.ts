"use client";

import type { Costs } from "@agent-treasury/sdk-client";
import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live } from "../provider/use-treasury.ts";
import { isHidden } from "../rails/use-rails.ts";

/** Sums up what was spent in the last 30 days. */
export function useCosts(by: Costs["by"]): SWRResponse<Costs, unknown> {
  const { client, workspaceId } = useTreasuryContext();
  return useSWR<Costs, unknown>(["costs", workspaceId, by], () => client.treasury.costs({ by }), {
    ...live,
    refreshInterval: 30_000,
    keepPreviousData: true,
    onErrorRetry: retryUnlessHidden,
  });
}

export const retryUnlessHidden: NonNullable<SWRConfiguration["onErrorRetry"]> = (
  failure,
  ...rest
) => {
  if (!isHidden(failure)) live.onErrorRetry?.(failure, ...rest);
};

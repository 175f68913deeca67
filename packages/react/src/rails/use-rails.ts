"use client";

import { type Rails, isTreasuryApiError } from "@agent-treasury/sdk-client";
import useSWR, { type SWRResponse } from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live } from "../provider/use-treasury.ts";

/** Returns the accounts of payment executors, and refreshes them while the page is visible. */
export function useRails(): SWRResponse<Rails, unknown> {
  const { client } = useTreasuryContext();
  return useSWR<Rails, unknown>("rails", () => client.rails.list(), {
    ...live,
    refreshInterval: 10_000,
    onErrorRetry: (failure, ...rest) => {
      if (!isHidden(failure)) live.onErrorRetry?.(failure, ...rest);
    },
  });
}

/** Whether the service does not show them to the person, or is of an earlier version. */
export function isHidden(error: unknown): boolean {
  return isTreasuryApiError(error) && [403, 404].includes(error.status);
}

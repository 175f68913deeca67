"use client";

import type { CurrentRules } from "@agent-treasury/sdk-client";
import useSWR, { type SWRResponse } from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live } from "../provider/use-treasury.ts";

/** Returns the rules in effect with their usage, and refreshes them while the page is visible. */
export function useRules(): SWRResponse<CurrentRules, unknown> {
  const { client, workspaceId } = useTreasuryContext();
  return useSWR<CurrentRules, unknown>(
    ["rules", workspaceId],
    () => client.rules.current({ workspaceId }),
    {
      ...live,
      refreshInterval: 5000,
    },
  );
}

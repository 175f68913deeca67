"use client";

import type { CurrentRules } from "@agent-treasury/sdk-client";
import useSWR, { type SWRResponse } from "swr";
import { useCommand } from "../command-context.ts";
import { live } from "../use-treasury.ts";

/** Returns the rules in effect with their usage, and refreshes them while the page is visible. */
export function useRules(): SWRResponse<CurrentRules, unknown> {
  const { client, workspaceId } = useCommand();
  return useSWR<CurrentRules, unknown>(["rules", workspaceId], () => client.rules.current(), {
    ...live,
    refreshInterval: 5000,
  });
}

"use client";

import type { Fleet } from "@agent-treasury/sdk-client";
import useSWR, { type SWRResponse } from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live } from "../provider/use-treasury.ts";

/** Returns the machines and refreshes them while the page is visible. */
export function useMachines(): SWRResponse<Fleet, unknown> {
  const { client } = useTreasuryContext();
  return useSWR<Fleet, unknown>("fleet", () => client.machines.list(), {
    ...live,
    refreshInterval: 5000,
  });
}

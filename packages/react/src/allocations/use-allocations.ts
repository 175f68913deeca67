"use client";

import type { AllocationList } from "@agent-treasury/sdk-client";
import useSWR, { type SWRResponse } from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live } from "../provider/use-treasury.ts";

/** Returns all allocations with their usage, and refreshes them while the page is visible. */
export function useAllocations(): SWRResponse<AllocationList, unknown> {
  const { client, workspaceId } = useTreasuryContext();
  return useSWR<AllocationList, unknown>(
    ["allocations", workspaceId],
    () => client.allocations.list(),
    { ...live, refreshInterval: 5000 },
  );
}

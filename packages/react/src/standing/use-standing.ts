"use client";

import type { StandingApprovalList } from "@agent-treasury/sdk-client";
import useSWR, { type SWRResponse } from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live } from "../provider/use-treasury.ts";

/** Lists standing approvals with their usage, and refreshes them while the page is visible. */
export function useStandingApprovals(): SWRResponse<StandingApprovalList, unknown> {
  const { client, workspaceId } = useTreasuryContext();
  return useSWR<StandingApprovalList, unknown>(
    ["standing", workspaceId],
    () => client.standingApprovals.list(),
    { ...live, refreshInterval: 5000 },
  );
}

"use client";

import type { RefundCasePage, RefundCaseReading } from "@agent-treasury/sdk-client";
import { useCallback } from "react";
import useSWR, { type SWRResponse, useSWRConfig } from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live, useTreasuryUpdate } from "../provider/use-treasury.ts";
import { isHidden } from "../rails/use-rails.ts";

/** Lists the refund cases of the newest payments, and refreshes them while the page is visible. */
export function useRefundCases(): SWRResponse<RefundCasePage, unknown> {
  const { client, workspaceId } = useTreasuryContext();
  return useSWR<RefundCasePage, unknown>(
    ["refund cases", workspaceId],
    () => client.refunds.list(),
    {
      ...live,
      refreshInterval: 10_000,
      onErrorRetry: (failure, ...rest) => {
        if (!isHidden(failure)) live.onErrorRetry?.(failure, ...rest);
      },
    },
  );
}

/** Reads a case with what a person can send. */
export function useRefundCase(proposalId: string): SWRResponse<RefundCaseReading, unknown> {
  const { client, workspaceId } = useTreasuryContext();
  return useSWR<RefundCaseReading, unknown>(["refund case", workspaceId, proposalId], () =>
    client.refunds.read({ proposalId }),
  );
}

/** Loads again what a change of a case affects. */
export function useRefundCasesUpdate(): () => void {
  const { workspaceId } = useTreasuryContext();
  const { mutate } = useSWRConfig();
  const updateTreasury = useTreasuryUpdate();
  return useCallback(() => {
    updateTreasury();
    void mutate(
      (key) =>
        Array.isArray(key) &&
        ["refund cases", "refund case"].includes(String(key[0])) &&
        key[1] === workspaceId,
    );
  }, [mutate, updateTreasury, workspaceId]);
}

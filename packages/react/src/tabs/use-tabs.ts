"use client";

import type { TabList } from "@agent-treasury/sdk-client";
import { useCallback } from "react";
import useSWR, { type SWRResponse, useSWRConfig } from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live, useTreasuryUpdate } from "../provider/use-treasury.ts";
import { isHidden } from "../rails/use-rails.ts";

/** Lists pending and open tabs, and refreshes them while the page is visible. */
export function useTabs(): SWRResponse<TabList, unknown> {
  const { client, workspaceId } = useTreasuryContext();
  return useSWR<TabList, unknown>(["tabs", workspaceId], () => client.tabs.list(), {
    ...live,
    refreshInterval: 5000,
    onErrorRetry: (failure, ...rest) => {
      if (!isHidden(failure)) live.onErrorRetry?.(failure, ...rest);
    },
  });
}

/** Loads again what a change of a tab affects. */
export function useTabsUpdate(): () => void {
  const { workspaceId } = useTreasuryContext();
  const { mutate } = useSWRConfig();
  const updateTreasury = useTreasuryUpdate();
  return useCallback(() => {
    updateTreasury();
    void mutate(
      (key) =>
        Array.isArray(key) &&
        ["tabs", "charges", "costs"].includes(String(key[0])) &&
        key[1] === workspaceId,
    );
  }, [mutate, updateTreasury, workspaceId]);
}

"use client";

import type { ActionPage, AdministrativeAction } from "@agent-treasury/sdk-client";
import { useCallback } from "react";
import useSWR, { type SWRResponse, useSWRConfig } from "swr";
import { isInboxKey } from "../inbox/use-inbox.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live } from "../provider/use-treasury.ts";

/** The service accepts at most 40 pending actions. */
const mostPending = 40;
const refreshMs = 10_000;

/** Returns changes that need more approvals, newest first. Empty until loaded. */
export function usePendingActions(): readonly AdministrativeAction[] {
  return usePendingPage().data?.actions ?? noActions;
}

/** Returns whether they are loaded or cannot be, so that their cards do not move what is below. */
export function useActionsKnown(): boolean {
  const { data, error } = usePendingPage();
  return data !== undefined || error !== undefined;
}

function usePendingPage(): SWRResponse<ActionPage, unknown> {
  const { client, workspaceId } = useTreasuryContext();
  return useSWR<ActionPage, unknown>(
    ["actions", workspaceId],
    () => client.actions.list({ workspaceId, status: "pending", limit: mostPending }),
    { ...live, refreshInterval: refreshMs },
  );
}

/** The same list, so that nothing is computed again. */
const noActions: readonly AdministrativeAction[] = [];

const affected = [
  "actions",
  "freezes",
  "rules",
  "history",
  "allocations",
  "treasury",
  "webhooks",
  "standing",
  "passkeys",
  "paid-by-policy",
  "tabs",
];

/** Loads again whatever a change of rules or limits may affect. */
export function useAdministrationUpdate(): () => void {
  const { workspaceId } = useTreasuryContext();
  const { mutate } = useSWRConfig();
  return useCallback(() => {
    void mutate(
      (key) =>
        isInboxKey(key) ||
        (Array.isArray(key) && affected.includes(String(key[0])) && key[1] === workspaceId),
    );
  }, [mutate, workspaceId]);
}

"use client";

import type { ActionPage, AdministrativeAction } from "@agent-treasury/sdk-client";
import { useCallback } from "react";
import useSWR, { useSWRConfig } from "swr";
import { isInboxKey } from "../inbox/use-inbox.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live } from "../provider/use-treasury.ts";

/** Pending actions are among the newest. A page is large, because each action contains its whole change. */
const listed = 20;
const refreshMs = 10_000;

/** Changes of rules and limits. */
export interface KnownActions {
  /** Newest first. Undefined until loaded. */
  readonly actions: readonly AdministrativeAction[] | undefined;
  readonly pending: readonly AdministrativeAction[];
  readonly error: unknown;
}

export function useActions(): KnownActions {
  const { client, workspaceId } = useTreasuryContext();
  const { data, error } = useSWR<ActionPage, unknown>(
    ["actions", workspaceId],
    () => client.actions.list({ limit: listed }),
    { ...live, refreshInterval: refreshMs },
  );
  const actions = data?.actions;
  const pending = (actions ?? []).filter(({ status }) => status === "pending");
  return { actions, pending, error };
}

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

"use client";

import type { Proposal, TurnEvents } from "@agent-treasury/sdk-client";
import useSWR from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { spendReason } from "./spend-reason.ts";

/** Returns the agent's text before it proposed a spend. Null until loaded, or if it cannot be loaded. */
export function useSpendReason({ id, turnId }: Proposal): string | null {
  const { client, workspaceId } = useTreasuryContext();
  const { data } = useSWR<TurnEvents, unknown>(
    turnId === null ? null : ["turn-events", workspaceId, turnId, id],
    () => client.agent.events({ workspaceId, turnId: turnId ?? "" }),
    // The events before a proposal do not change.
    { revalidateOnFocus: false, revalidateIfStale: false, shouldRetryOnError: false },
  );
  return data === undefined ? null : spendReason(data.events, id);
}

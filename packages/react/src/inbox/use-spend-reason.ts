"use client";

import type { Proposal, TurnEvents } from "@agent-treasury/sdk-client";
import useSWR from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { spendReason } from "./spend-reason.ts";

/** What the agent wrote before it proposed a spend; null until it is read, and where it cannot be read. */
export function useSpendReason({ id, turnId }: Proposal): string | null {
  const { client, workspaceId } = useTreasuryContext();
  const { data } = useSWR<TurnEvents, unknown>(
    turnId === null ? null : ["turn-events", workspaceId, turnId, id],
    () => client.agent.events({ turnId: turnId ?? "" }),
    // The events before a proposal do not change.
    { revalidateOnFocus: false, revalidateIfStale: false, shouldRetryOnError: false },
  );
  return data === undefined ? null : spendReason(data.events, id);
}

"use client";

import type { ExplanationItem, Proposal } from "@agent-treasury/sdk-client";
import useSWR from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";

export interface Explanation {
  /** The rules that decided, the decisive ones first. Undefined until loaded. */
  readonly items: readonly ExplanationItem[] | undefined;
  readonly error: unknown;
}

/**
 * Loads the rules that applied to a spend.
 *
 * @param isShown - The request is sent when this is true.
 */
export function useExplanation({ id, status }: Proposal, isShown: boolean): Explanation {
  const { client, workspaceId } = useTreasuryContext();
  const { data, error } = useSWR<readonly ExplanationItem[], unknown>(
    isShown ? ["explanation", workspaceId, id, status] : null,
    async () => (await client.treasury.proposal({ workspaceId, proposalId: id })).explanation,
    { revalidateOnFocus: false },
  );
  return { items: data, error };
}

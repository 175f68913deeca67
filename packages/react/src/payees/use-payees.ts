"use client";

import type { KnownPayee, PaidByPolicy, PayeePage } from "@agent-treasury/sdk-client";
import useSWR, { type SWRResponse } from "swr";
import useSWRInfinite from "swr/infinite";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live } from "../provider/use-treasury.ts";

export interface KnownPayees {
  /** Newest first. Undefined until loaded. */
  readonly payees: readonly KnownPayee[] | undefined;
  readonly error: unknown;
  /** Null on the last page. */
  readonly more: (() => void) | null;
  refresh(): void;
}

/** Lists known payees, and refreshes them while the page is visible. */
export function usePayees(): KnownPayees {
  const { client, workspaceId } = useTreasuryContext();
  const { data, error, size, setSize, mutate } = useSWRInfinite<PayeePage, unknown>(
    (index, before: PayeePage | null) => {
      if (index > 0 && before?.cursor === null) return null;
      return ["payees", workspaceId, before?.cursor ?? null];
    },
    ([, , cursor]: readonly (string | null)[]) =>
      client.payees.list({ cursor: cursor ?? undefined }),
    { ...live, refreshInterval: 10_000 },
  );
  const hasMore = data !== undefined && data.at(-1)?.cursor !== null;
  return {
    payees: data?.flatMap(({ payees }) => payees),
    error,
    more: hasMore ? () => void setSize(size + 1) : null,
    refresh: () => void mutate(),
  };
}

/** Returns the payees that policy paid without the check of payees. The service reads many spends for it, so it is not refreshed. */
export function usePaidByPolicy(): SWRResponse<PaidByPolicy, unknown> {
  const { client, workspaceId } = useTreasuryContext();
  return useSWR<PaidByPolicy, unknown>(["paid-by-policy", workspaceId], () =>
    client.payees.paidByPolicy(),
  );
}

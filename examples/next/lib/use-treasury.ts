"use client";

import type { TreasuryState } from "@agent-treasury/sdk-client";
import { useCallback } from "react";
import useSWR, { type SWRConfiguration, useSWRConfig } from "swr";
import { useCommand } from "./command-context.ts";
import { isDisconnected, noNetwork } from "./failure-text.ts";
import { useOnline } from "./use-online.ts";

const refreshMs = 2500;
const answerWithinMs = 8000;

/** Refreshes automatically, also after a failure, while the page is visible. */
export const live: SWRConfiguration = {
  refreshInterval: refreshMs,
  onErrorRetry: (_error, _key, _config, revalidate, { retryCount }) => {
    setTimeout(() => void revalidate({ retryCount }), refreshMs);
  },
};

/** A workspace's treasury as it is known. */
export interface KnownTreasury {
  /** Undefined until the first answer. */
  readonly state: TreasuryState | undefined;
  readonly error: unknown;
  /** Whether what is shown may have changed since, unknown to the page. */
  readonly isDisconnected: boolean;
}

/** The workspace's treasury, kept up to date. */
export function useTreasury(): KnownTreasury {
  const { client, workspaceId } = useCommand();
  const { data, error } = useSWR<TreasuryState, unknown>(
    keyOf(workspaceId),
    () => client.treasury.state({}, { timeoutMs: answerWithinMs }),
    live,
  );
  // While there is no network it is not even asked, and the last answer was a good one.
  const current = useOnline() ? error : noNetwork;
  return { state: data, error: current, isDisconnected: isDisconnected(current) };
}

/** Stores a state from a response, or loads it again. */
export function useTreasuryUpdate(): (state?: TreasuryState) => void {
  const { workspaceId } = useCommand();
  const { mutate } = useSWRConfig();
  return useCallback(
    (state) => {
      const key = keyOf(workspaceId);
      void (state === undefined ? mutate(key) : mutate(key, state, { revalidate: false }));
    },
    [mutate, workspaceId],
  );
}

function keyOf(workspaceId: string): readonly [string, string] {
  return ["treasury", workspaceId];
}

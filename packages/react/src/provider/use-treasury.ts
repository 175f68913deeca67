"use client";

import type { TreasuryState } from "@agent-treasury/sdk-client";
import { useCallback } from "react";
import useSWR, { type SWRConfiguration, useSWRConfig } from "swr";
import { isDisconnected, noNetwork } from "../format/failure-text.ts";
import { useOnline } from "../hooks/use-online.ts";
import { useTreasuryContext } from "./treasury-context.ts";

const refreshMs = 2500;
const answerWithinMs = 8000;

/** Refreshes automatically, also after a failure, while the page is visible. */
export const live: SWRConfiguration = {
  refreshInterval: refreshMs,
  onErrorRetry: (_error, _key, _config, revalidate, { retryCount }) => {
    setTimeout(() => void revalidate({ retryCount }), refreshMs);
  },
};

/** The last known state of a workspace. */
export interface KnownTreasury {
  /** Undefined until the first response. */
  readonly state: TreasuryState | undefined;
  readonly error: unknown;
  /** Whether `state` may be outdated. It is loaded again automatically. */
  readonly isDisconnected: boolean;
  /** Loads the state again now. */
  refresh(): void;
}

/** Returns the workspace's state, and refreshes it every 2.5 seconds while the page is visible. */
export function useTreasury(): KnownTreasury {
  const { client, workspaceId } = useTreasuryContext();
  const { data, error, mutate } = useSWR<TreasuryState, unknown>(
    keyOf(workspaceId),
    () => client.treasury.state({}, { timeoutMs: answerWithinMs }),
    live,
  );
  // SWR sends no requests without a network, so the last result is a success.
  const current = useOnline() ? error : noNetwork;
  return {
    state: data,
    error: current,
    isDisconnected: isDisconnected(current),
    refresh: () => void mutate(),
  };
}

/** Stores a state from a response, or loads it again. */
export function useTreasuryUpdate(): (state?: TreasuryState) => void {
  const { workspaceId } = useTreasuryContext();
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

"use client";

import type { AgentCredential, CredentialPage } from "@agent-treasury/sdk-client";
import { useEffect, useRef } from "react";
import useSWRInfinite from "swr/infinite";
import { usePendingActions } from "../administration/use-actions.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live } from "../provider/use-treasury.ts";

const onPage = 50;

export interface KnownCredentials {
  /** Newest first. Undefined until loaded. */
  readonly credentials: readonly AgentCredential[] | undefined;
  readonly error: unknown;
  /** Null on the last page. */
  readonly more: (() => void) | null;
  refresh(): void;
}

/** Lists the credentials of external agents, and refreshes them while the page is visible. */
export function useCredentials(): KnownCredentials {
  const { client, workspaceId } = useTreasuryContext();
  const { data, error, size, setSize, mutate } = useSWRInfinite<CredentialPage, unknown>(
    (index, before: CredentialPage | null) => {
      if (index > 0 && before?.cursor === null) return null;
      return ["credentials", workspaceId, before?.cursor ?? null];
    },
    ([, , cursor]: readonly (string | null)[]) =>
      client.credentials.list({ cursor: cursor ?? undefined, limit: onPage }),
    { ...live, refreshInterval: 10_000 },
  );
  const waiting = usePendingActions().filter(({ type }) => type === "issue_credential").length;
  const before = useRef(waiting);
  useEffect(() => {
    // An approved credential is valid at once.
    if (waiting < before.current) void mutate();
    before.current = waiting;
  }, [waiting, mutate]);
  const hasMore = data !== undefined && data.at(-1)?.cursor !== null;
  return {
    credentials: data?.flatMap(({ credentials }) => credentials),
    error,
    more: hasMore ? () => void setSize(size + 1) : null,
    refresh: () => void mutate(),
  };
}

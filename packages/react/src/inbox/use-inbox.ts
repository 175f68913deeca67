"use client";

import type { Inbox, Proposal, TreasuryClient } from "@agent-treasury/sdk-client";
import { useCallback } from "react";
import useSWR, { useSWRConfig } from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live } from "../provider/use-treasury.ts";

const refreshMs = 5000;
const itemsInRound = 100;
const pagesInRound = 10;

/** What needs approval in all workspaces that the person may see. */
export interface KnownInbox {
  /** Undefined until loaded. Has a cursor if there may be more. */
  readonly inbox: Inbox | undefined;
  readonly error: unknown;
  refresh(): void;
}

/** @param rounds - How far to read: each is 100 items, at most 10 pages. */
export function useInbox(rounds: number): KnownInbox {
  const { client } = useTreasuryContext();
  const { data, error, mutate } = useSWR<Inbox, unknown>(
    ["inbox", rounds],
    () => readInbox(client, rounds),
    { ...live, refreshInterval: refreshMs, keepPreviousData: true },
  );
  return { inbox: data, error, refresh: () => void mutate() };
}

/** Replaces a decided proposal, and loads the inbox again. */
export function useInboxUpdate(): (decided?: Proposal) => void {
  const { mutate } = useSWRConfig();
  return useCallback(
    (decided) => {
      void mutate<Inbox>(isInboxKey, decided && ((inbox) => inbox && withDecided(inbox, decided)));
    },
    [mutate],
  );
}

export function isInboxKey(key: unknown): boolean {
  return Array.isArray(key) && key[0] === "inbox";
}

export function withDecided(inbox: Inbox, decided: Proposal): Inbox {
  const proposals = inbox.proposals.flatMap((proposal) => {
    if (proposal.id !== decided.id || proposal.workspaceId !== decided.workspaceId) return proposal;
    return decided.status === "pending" ? decided : [];
  });
  return { ...inbox, proposals };
}

/** Reads pages and joins them. */
export async function readInbox(
  client: Pick<TreasuryClient, "inbox">,
  rounds: number,
): Promise<Inbox> {
  let inbox = await client.inbox();
  for (let page = 1; page < rounds * pagesInRound; page += 1) {
    const { proposals, actions, cursor } = inbox;
    if (cursor === null || proposals.length + actions.length >= rounds * itemsInRound) break;
    inbox = joined(inbox, await client.inbox({ cursor }));
  }
  return inbox;
}

/** A workspace that was created meanwhile moves others to the next page. */
function joined(before: Inbox, next: Inbox): Inbox {
  const known = new Set(
    [...before.workspaces, ...before.notDone].map(({ workspaceId }) => workspaceId),
  );
  const isNew = ({ workspaceId }: { readonly workspaceId: string }): boolean =>
    !known.has(workspaceId);
  return {
    proposals: [...before.proposals, ...next.proposals.filter(isNew)],
    actions: [...before.actions, ...next.actions.filter(isNew)],
    workspaces: [...before.workspaces, ...next.workspaces.filter(isNew)],
    notDone: [...before.notDone, ...next.notDone.filter(isNew)],
    cursor: next.cursor,
  };
}

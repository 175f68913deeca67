"use client";

import type { LedgerPage } from "@agent-treasury/sdk-client";
import { useState } from "react";
import useSWR from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";

const entriesOnPage = 20;

/** A page of the ledger, with functions that open its neighbours. */
export interface PagedLedger {
  readonly page: LedgerPage | undefined;
  readonly error: unknown;
  /** 1 for the newest entries. */
  readonly pageNumber: number;
  /** Null on the last page. */
  readonly newer: (() => void) | null;
  readonly older: (() => void) | null;
  again(): void;
}

/**
 * Pages through the ledger, newest first.
 *
 * @param newestEntryId - The first page is read again when it changes.
 */
export function useLedgerPage(newestEntryId: string | null): PagedLedger {
  const { client, workspaceId } = useTreasuryContext();
  // The cursors of the pages before this one.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const version = cursor === undefined ? newestEntryId : null;
  const { data, error, mutate } = useSWR<LedgerPage, unknown>(
    ["ledger", workspaceId, cursor ?? null, version],
    () => client.treasury.ledger({ cursor, limit: entriesOnPage }),
    { keepPreviousData: true },
  );
  const next = data?.cursor ?? null;
  return {
    page: data,
    error,
    pageNumber: cursors.length + 1,
    newer: cursors.length === 0 ? null : () => setCursors(cursors.slice(0, -1)),
    older: next === null ? null : () => setCursors([...cursors, next]),
    again: () => void mutate(),
  };
}

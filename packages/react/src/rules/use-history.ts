"use client";

import type { Publication, PublicationPage } from "@agent-treasury/sdk-client";
import useSWRInfinite from "swr/infinite";
import { useTreasuryContext } from "../provider/treasury-context.ts";

const onPage = 10;

export interface KnownHistory {
  /** Newest first. Undefined until loaded. */
  readonly publications: readonly Publication[] | undefined;
  readonly error: unknown;
  /** Null on the last page. */
  readonly more: (() => void) | null;
  again(): void;
}

/**
 * Lists publications, newest first.
 *
 * @param newest - The list is loaded again when this digest changes.
 */
export function useHistory(newest: string | null): KnownHistory {
  const { client, workspaceId } = useTreasuryContext();
  const { data, error, size, setSize, mutate } = useSWRInfinite<PublicationPage, unknown>(
    (index, before: PublicationPage | null) => {
      if (index > 0 && before?.cursor === null) return null;
      return ["history", workspaceId, newest, before?.cursor ?? null];
    },
    ([, , , cursor]: readonly (string | null)[]) =>
      client.rules.history({ cursor: cursor ?? undefined, limit: onPage }),
    { keepPreviousData: true },
  );
  const hasMore = data !== undefined && data.at(-1)?.cursor !== null;
  return {
    publications: data?.flatMap(({ publications }) => publications),
    error,
    more: hasMore ? () => void setSize(size + 1) : null,
    again: () => void mutate(),
  };
}

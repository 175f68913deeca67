"use client";

import type { TreasuryClient } from "@agent-treasury/sdk-client";
import useSWR from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";

const mostPages = 10;

export interface Workspaces {
  readonly ids: readonly string[];
  /** Whether there may be more. */
  readonly isCut: boolean;
}

/** @param isShown - Nothing is read before the list is shown. It is read again each time. */
export function useWorkspaces(isShown: boolean): {
  readonly workspaces: Workspaces | undefined;
  readonly error: unknown;
} {
  const { client } = useTreasuryContext();
  const { data, error } = useSWR<Workspaces, unknown>(isShown ? ["workspaces"] : null, () =>
    readWorkspaces(client),
  );
  return { workspaces: data, error };
}

/** Reads pages within a bound, because most of them may be workspaces of others. */
export async function readWorkspaces({
  workspaces: read,
}: Pick<TreasuryClient, "workspaces">): Promise<Workspaces> {
  const ids = new Set<string>();
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const next = await read(cursor === null ? {} : { cursor });
    for (const { workspaceId } of next.workspaces) ids.add(workspaceId);
    ({ cursor } = next);
    if (cursor === null) break;
  }
  return { ids: [...ids], isCut: cursor !== null };
}

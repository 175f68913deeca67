import { randomUUID } from "node:crypto";
import type { Commit, Doc, Head, Json, Storage } from "@agent-treasury/treasury-core";

/** A commit of a head whose account is `account`, with `parts`. */
export function commitOn(
  workspaceId: string,
  expectedVersion: bigint,
  account: Json = null,
  parts: Partial<Commit> = {},
): Commit {
  const next: Head = {
    workspaceId,
    version: expectedVersion + 1n,
    epoch: 1,
    sequence: 0n,
    lastHash: "",
    account,
  };
  const id = randomUUID();
  const nothing = { entries: [], put: [], create: [], claim: [] };
  return { id, workspaceId, expectedVersion, next, ...nothing, ...parts };
}

/** A closed, listed document. */
export function docNamed(id: string, body: Json): Doc {
  return {
    kind: "proposal",
    id,
    epoch: 1,
    ordinal: 1n,
    open: false,
    dueAt: null,
    expiresAt: null,
    body,
  };
}

/** The head of a workspace, null when it has none. */
export async function headIn(storage: Storage, workspaceId: string): Promise<Head | null> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [] }]);
  return snapshot?.head ?? null;
}

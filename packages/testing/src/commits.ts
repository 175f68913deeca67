import type { Commit, Doc, Head, Json, Storage } from "@agent-treasury/provider";
import { commitOf, docOf, headOf, loadOne } from "./conformance/storage/build.ts";

/** A commit, with an id of its own, of a head whose account is `account`, with `parts`. */
export function commitOn(
  workspaceId: string,
  expectedVersion: bigint,
  account: Json = null,
  parts: Partial<Commit> = {},
): Commit {
  const next = headOf(workspaceId, expectedVersion + 1n, { account });
  return commitOf(workspaceId, expectedVersion, { next, ...parts });
}

/** A closed, listed document of the kind `proposal`. */
export function docNamed(id: string, body: Json): Doc {
  return docOf(id, { body });
}

/** The head of a workspace, null when it has none. */
export async function headIn(storage: Storage, workspaceId: string): Promise<Head | null> {
  return (await loadOne(storage, workspaceId)).head;
}

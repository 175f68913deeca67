import type { Commit, Doc, Head, Json, Storage } from "@agent-treasury/provider";
import { commitOf, docOf, headOf, loadOne } from "./conformance/storage/build.ts";

/** Creates a commit with its own id, a head with this account, and `parts`. */
export function commitOn(
  workspaceId: string,
  expectedVersion: bigint,
  account: Json = null,
  parts: Partial<Commit> = {},
): Commit {
  const next = headOf(workspaceId, expectedVersion + 1n, { account });
  return commitOf(workspaceId, expectedVersion, { next, ...parts });
}

/** Creates a closed, listed document of kind `proposal`. */
export function docNamed(id: string, body: Json): Doc {
  return docOf(id, { body });
}

export async function headIn(storage: Storage, workspaceId: string): Promise<Head | null> {
  return (await loadOne(storage, workspaceId)).head;
}

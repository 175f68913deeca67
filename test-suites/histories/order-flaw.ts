import type { Storage } from "@agent-treasury/provider";
import { entryFromBody } from "../../packages/treasury-core/src/domain.ts";
import { allEntries } from "./all-entries.ts";

/** The first entry that is dated before the one that it follows, in one sentence; null when none is. */
export async function orderFlaw(storage: Storage, workspaceId: string): Promise<string | null> {
  let newest = "";
  for await (const { sequence, body } of allEntries(storage, workspaceId)) {
    const { createdAt } = entryFromBody(body);
    if (createdAt < newest) return `Entry ${sequence} is of ${createdAt}, and follows ${newest}.`;
    newest = createdAt;
  }
  return null;
}

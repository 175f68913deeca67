import type { Storage } from "@agent-treasury/provider";
import { entryFromBody } from "../../packages/treasury-core/src/domain.ts";
import { allEntries } from "./all-entries.ts";

/** Describes the first entry dated before its predecessor, or returns null. */
export async function orderFlaw(storage: Storage, workspaceId: string): Promise<string | null> {
  let newest = "";
  for await (const { sequence, body } of allEntries(storage, workspaceId)) {
    const { createdAt } = entryFromBody(body);
    if (createdAt < newest) return `Entry ${sequence} is of ${createdAt}, and follows ${newest}.`;
    newest = createdAt;
  }
  return null;
}

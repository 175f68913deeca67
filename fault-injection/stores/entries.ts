import type { Entry, Storage } from "@agent-treasury/provider";
import { allEntries } from "test-suites/histories";

export async function entriesOf(storage: Storage, workspaceId: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of allEntries(storage, workspaceId)) entries.push(entry);
  return entries;
}

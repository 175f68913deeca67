import type { Entry, Storage } from "@agent-treasury/provider";

const entriesInPage = 1_000;

/** A workspace's whole ledger, oldest entry first, read page by page. */
export async function* allEntries(storage: Storage, workspaceId: string): AsyncIterable<Entry> {
  let beyond: bigint | null = null;
  for (;;) {
    const { entries } = await storage.view(
      workspaceId,
      { kind: "none", before: null, limit: 0 },
      { order: "oldest", beyond, limit: entriesInPage },
    );
    yield* entries;
    const last = entries.at(-1);
    if (last === undefined || entries.length < entriesInPage) return;
    beyond = last.sequence;
  }
}

import type { Clock, DueDoc, DuePlace, Storage } from "@agent-treasury/provider";

const pageSize = 100;

/** Yields due documents of these kinds, of all workspaces, until the signal aborts. */
export async function* dueDocs(
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  kinds: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<DueDoc, void, undefined> {
  let after: DuePlace | null = null;
  while (!signal.aborted) {
    const page: readonly DueDoc[] = await storage.due(clock.now(), after, pageSize, kinds);
    for (const due of page) {
      const { workspaceId, doc } = due;
      after = { dueAt: doc.dueAt ?? 0, workspaceId, kind: doc.kind, id: doc.id };
      if (!signal.aborted) yield due;
    }
    if (page.length < pageSize) return;
  }
}

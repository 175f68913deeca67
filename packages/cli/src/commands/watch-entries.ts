import type { Storage } from "@agent-treasury/treasury-core";

/** The same storage, which also tells how many entries were read. */
export function watchEntries(storage: Storage, onEntries: (count: number) => void): Storage {
  return {
    specificationVersion: storage.specificationVersion,
    name: storage.name,
    load: (requests) => storage.load(requests),
    commit: (commits) => storage.commit(commits),
    view: async (workspaceId, docPage, entryPage) => {
      const view = await storage.view(workspaceId, docPage, entryPage);
      onEntries(view.entries.length);
      return view;
    },
    due: (now, after, limit) => storage.due(now, after, limit),
    workspaces: (after, limit) => storage.workspaces(after, limit),
    sweep: (now, limit) => storage.sweep(now, limit),
    copy: (workspaceId) => storage.copy(workspaceId),
    rewriteEntries: (workspaceId, rewrites) => storage.rewriteEntries(workspaceId, rewrites),
    close: () => storage.close(),
  };
}

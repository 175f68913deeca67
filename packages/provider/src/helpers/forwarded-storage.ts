import type { Storage } from "../ports/storage.ts";

/**
 * Returns a storage that forwards every call to another one, as a base for wrappers that replace
 * some methods.
 *
 * It has no `exclusive` and no `moves`, because both write without calling `commit`. A wrapper that
 * replaces `commit` must implement `exclusive` itself or leave it out.
 *
 * @example
 * function counted(storage: Storage, count: (commits: number) => void): Storage {
 *   return {
 *     ...forwardedStorage(storage),
 *     commit: (commits) => {
 *       count(commits.length);
 *       return storage.commit(commits);
 *     },
 *   };
 * }
 */
export function forwardedStorage(storage: Storage): Storage {
  const { behind, workspacesWithOpen } = storage;
  return {
    specificationVersion: storage.specificationVersion,
    name: storage.name,
    ...(storage.database && { database: storage.database }),
    ...(storage.recordsSpread !== undefined && { recordsSpread: storage.recordsSpread }),
    ...(storage.turnLog && { turnLog: storage.turnLog }),
    ...(storage.check && { check: () => storage.check?.() ?? Promise.resolve() }),
    ...(behind && { behind: (workspaceId) => behind.call(storage, workspaceId) }),
    ...(workspacesWithOpen && {
      workspacesWithOpen: (after, limit, kinds) =>
        workspacesWithOpen.call(storage, after, limit, kinds),
    }),
    load: (requests) => storage.load(requests),
    commit: (commits) => storage.commit(commits),
    view: (workspaceId, docPage, entryPage) => storage.view(workspaceId, docPage, entryPage),
    due: (now, after, limit, kinds) => storage.due(now, after, limit, kinds),
    workspaces: (after, limit) => storage.workspaces(after, limit),
    purge: (now, limit) => storage.purge(now, limit),
    copy: (workspaceId) => storage.copy(workspaceId),
    rewriteEntries: (workspaceId, rewrites) => storage.rewriteEntries(workspaceId, rewrites),
    close: () => storage.close(),
  };
}

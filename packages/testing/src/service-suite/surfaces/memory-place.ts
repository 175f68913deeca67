import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { StoragePlace } from "../service-surface.ts";

/** A place in memory: closing a storage of it loses nothing. */
export function memoryPlace(): StoragePlace {
  const kept = memoryStorage();
  return {
    open: () => ({
      specificationVersion: "1",
      name: kept.name,
      ...(kept.turnLog && { turnLog: kept.turnLog }),
      load: (requests) => kept.load(requests),
      commit: (commits) => kept.commit(commits),
      view: (...about) => kept.view(...about),
      due: (now, after, limit) => kept.due(now, after, limit),
      workspaces: (after, limit) => kept.workspaces(after, limit),
      sweep: (now, limit) => kept.sweep(now, limit),
      copy: (workspaceId) => kept.copy(workspaceId),
      rewriteEntries: (workspaceId, rewrites) => kept.rewriteEntries(workspaceId, rewrites),
      close: async () => {},
    }),
    remove: () => kept.close(),
  };
}

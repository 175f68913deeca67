import type { Commit, Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";

/** A database that can be copied while it is in use. */
export interface CopiedStorage {
  readonly storage: Storage;
  copy(): Promise<Storage>;
}

export function copiedStorage(now: () => number): CopiedStorage {
  const live = memoryStorage({ now });
  const committed: Commit[] = [];
  return {
    storage: {
      ...forwardedStorage(live),
      commit: async (commits) => {
        const outcomes = await live.commit(commits);
        committed.push(...commits.filter((_, at) => outcomes[at]?.kind === "committed"));
        return outcomes;
      },
    },
    copy: async () => {
      const copy = memoryStorage({ now });
      for (const commit of committed) await copy.commit([commit]);
      return copy;
    },
  };
}

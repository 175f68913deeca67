import type { Commit, CommitOutcome, Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";

/** Calls a function after each commit that succeeded, before the caller knows the outcome. */
export function afterCommits(storage: Storage, act: (commit: Commit) => void): Storage {
  const { exclusive } = storage;
  const actAfter = (
    commit: Commit | null | undefined,
    outcome: CommitOutcome | null | undefined,
  ): void => {
    if (commit && outcome?.kind === "committed") act(commit);
  };
  return {
    ...forwardedStorage(storage),
    commit: async (commits) => {
      const outcomes = await storage.commit(commits);
      for (const [place, commit] of commits.entries()) actAfter(commit, outcomes[place]);
      return outcomes;
    },
    ...(exclusive && {
      exclusive: async (request, decide) => {
        let decided: Commit | null = null;
        const outcome = await exclusive.call(storage, request, (snapshot) => {
          decided = decide(snapshot);
          return decided;
        });
        actAfter(decided, outcome);
        return outcome;
      },
    }),
  };
}

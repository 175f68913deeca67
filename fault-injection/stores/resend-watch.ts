import type {
  Commit,
  CommitOutcome,
  LoadRequest,
  Snapshot,
  Storage,
} from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";

/** What became of commits whose reply never came. */
export interface ResendCounts {
  readonly unclear: number;
  /** Of those, how many were in the database when their sender was told that nobody knows. */
  readonly landedUnseen: number;
  /** How many were settled by sending them again. */
  readonly settled: number;
  /** How many were given up, after as many attempts as there are. */
  readonly givenUp: number;
  /** Commits that were sent although another one of their workspace was not settled. */
  readonly ranAnew: readonly string[];
}

/** A storage that is watched for what happens after an unclear commit. */
export interface WatchedStorage extends Storage {
  readonly resends: ResendCounts;
}

type Decide = (snapshot: Snapshot) => Commit | null;

const attemptsAtMost = 8;

/**
 * Watches one process that is alone on its workspaces. `direct` leads to the same database by a
 * connection that nobody cuts.
 */
export function watchResends(storage: Storage, direct: Storage): WatchedStorage {
  const resends = {
    unclear: 0,
    landedUnseen: 0,
    settled: 0,
    givenUp: 0,
    ranAnew: [] as string[],
  };
  const open = new Map<string, { readonly id: string; attempts: number }>();

  const before = ({ id, workspaceId }: Commit): void => {
    const unsettled = open.get(workspaceId);
    if (unsettled === undefined || unsettled.id === id) return;
    if (unsettled.attempts >= attemptsAtMost) resends.givenUp += 1;
    else resends.ranAnew.push(`${workspaceId}: ${id} before ${unsettled.id} was settled`);
    open.delete(workspaceId);
  };
  const after = async (commit: Commit, { kind }: CommitOutcome): Promise<void> => {
    const { id, workspaceId } = commit;
    const unsettled = open.get(workspaceId);
    if (kind !== "unclear") {
      if (unsettled !== undefined) resends.settled += 1;
      open.delete(workspaceId);
      return;
    }
    if (unsettled !== undefined) {
      unsettled.attempts += 1;
      return;
    }
    open.set(workspaceId, { id, attempts: 1 });
    resends.unclear += 1;
    const [snapshot] = await direct.load([{ workspaceId, keys: [] }]);
    // Nobody else writes here, so it is this commit that made the version.
    if ((snapshot?.head?.version ?? 0n) > commit.expectedVersion) resends.landedUnseen += 1;
  };
  return {
    ...forwardedStorage(storage),
    name: `watched ${storage.name}`,
    resends,
    commit: async (commits) => {
      for (const commit of commits) before(commit);
      const outcomes = await storage.commit(commits);
      await Promise.all(
        commits.map((commit, index) =>
          after(commit, outcomes[index] ?? { kind: "unclear", cause: null }),
        ),
      );
      return outcomes;
    },
    ...(storage.exclusive && {
      exclusive: async (request: LoadRequest, decide: Decide) => {
        const decided: Commit[] = [];
        const outcome = await storage.exclusive?.(request, (snapshot) => {
          const commit = decide(snapshot);
          decided.splice(0, 1, ...(commit === null ? [] : [commit]));
          if (commit !== null) before(commit);
          return commit;
        });
        for (const commit of decided) if (outcome) await after(commit, outcome);
        return outcome ?? null;
      },
    }),
  };
}

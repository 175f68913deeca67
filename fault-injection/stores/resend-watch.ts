import type {
  Commit,
  CommitOutcome,
  LoadRequest,
  Snapshot,
  Storage,
} from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";

/** The outcomes of commits whose response was lost. */
export interface ResendCounts {
  readonly unclear: number;
  readonly landedUnseen: number;
  /** How many were settled by sending them again. */
  readonly settled: number;
  readonly givenUp: number;
  /** Commits sent while another one of their workspace was unsettled. */
  readonly ranAnew: readonly string[];
}

/** A storage that records the handling of unclear commits. */
export interface WatchedStorage extends Storage {
  readonly resends: ResendCounts;
}

type Decide = (snapshot: Snapshot) => Commit | null;

const attemptsAtMost = 8;

/**
 * Watches one process with exclusive use of its workspaces. `direct` is an uncut connection to the
 * same database.
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
    // There is no other writer, so this commit made the version.
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

import type { Commit, CommitOutcome, Storage } from "@agent-treasury/provider";
import { commitFlaw, forwardedStorage } from "@agent-treasury/provider/helpers";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { loadOne } from "./storage/build.ts";

/** A memory storage with some methods replaced. It is closed with them. */
export function altered(alter: (sound: Storage) => Partial<Storage>): Storage {
  const sound = memoryStorage();
  const underWay = new Set<Promise<unknown>>();
  const commit = alter(sound).commit ?? ((commits) => sound.commit(commits));
  return {
    ...forwardedStorage(sound),
    ...(sound.exclusive && { exclusive: sound.exclusive.bind(sound) }),
    close: async () => {
      await Promise.allSettled(underWay);
      await sound.close();
    },
    ...alter(sound),
    commit: (commits) => {
      const outcomes = commit(commits).finally(() => underWay.delete(outcomes));
      underWay.add(outcomes);
      return outcomes;
    },
  };
}

/** A storage that changes each valid commit before evaluating it. */
export function changingCommits(
  change: (commit: Commit, sound: Storage) => Commit | Promise<Commit>,
): Storage {
  return altered((sound) => ({
    commit: async (commits) => {
      const changed = commits.map(async (commit) =>
        commitFlaw(commit) === null ? change(commit, sound) : commit,
      );
      return sound.commit(await Promise.all(changed));
    },
  }));
}

/** A storage that changes each outcome before returning it. */
export function changingOutcomes(
  change: (outcome: CommitOutcome, commit: Commit, sound: Storage) => Promise<CommitOutcome>,
): Storage {
  return altered((sound) => ({
    commit: async (commits) => {
      const outcomes = await sound.commit(commits);
      return Promise.all(
        commits.map((commit, index) =>
          change(outcomes[index] ?? { kind: "conflict" }, commit, sound),
        ),
      );
    },
  }));
}

/** The same changes on the current version of the workspace. */
export async function onNewestVersion(commit: Commit, sound: Storage): Promise<Commit> {
  const version = (await loadOne(sound, commit.workspaceId)).head?.version ?? 0n;
  const next = commit.next && { ...commit.next, version: version + 1n };
  return { ...commit, expectedVersion: version, next };
}

/** Between the check and the write, another commit can take place. */
export async function compareThenWrite(commit: Commit, sound: Storage): Promise<CommitOutcome> {
  const [compared] = await sound.commit([
    { ...commit, next: null, entries: [], put: [], create: [], claim: [] },
  ]);
  const attempts = compared?.kind === "committed" && commit.next !== null ? 1_000 : 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [outcome] = await sound.commit([await onNewestVersion(commit, sound)]);
    if (outcome !== undefined && outcome.kind !== "conflict") return outcome;
  }
  const [outcome] = await sound.commit([commit]);
  return outcome ?? { kind: "conflict" };
}

import type { Doc, Storage } from "@agent-treasury/provider";
import { altered, changingCommits, onNewestVersion } from "./altered-storage.fixture.ts";
import { commitOf, loadOne } from "./storage/build.ts";

/** Storages with defects in creating documents or in exclusive commits. */
export const brokenExclusives: Readonly<Record<string, () => Storage>> = {
  "overwrites documents to create": () =>
    changingCommits((commit) => ({
      ...commit,
      put: [...commit.put, ...commit.create],
      create: [],
    })),
  "overwrites closed documents to create": () =>
    changingCommits((commit) => ({
      ...commit,
      put: [...commit.put, ...commit.create.filter(({ open }) => !open)],
      create: commit.create.filter(({ open }) => open),
    })),
  "checks new documents only within an epoch": () =>
    changingCommits(async (commit, sound) => {
      const { found } = await loadOne(sound, commit.workspaceId, commit.create);
      const epoch = commit.next?.epoch;
      const isOld = (doc: Doc): boolean =>
        found.some(({ id, epoch: kept }) => id === doc.id && kept !== epoch);
      return {
        ...commit,
        put: [...commit.put, ...commit.create.filter(isOld)],
        create: commit.create.filter((doc) => !isOld(doc)),
      };
    }),
  "runs exclusive commits without a lock": () =>
    altered((sound) => ({
      exclusive: async (request, decide) => {
        const commit = decide(await loadOne(sound, request.workspaceId, request.keys));
        return commit && (await sound.commit([commit]))[0]!;
      },
    })),
  "decides again after a conflict, on the previous snapshot": () =>
    altered((sound) => ({
      exclusive: async (request, decide) => {
        const commit = decide(await loadOne(sound, request.workspaceId, request.keys));
        const [outcome] = commit ? await sound.commit([await onNewestVersion(commit, sound)]) : [];
        return outcome ?? null;
      },
    })),
  "commits when a decision fails": () =>
    altered((sound) => ({
      exclusive: async (request, decide) =>
        sound.exclusive!(request, (snapshot) => {
          try {
            return decide(snapshot);
          } catch {
            return commitOf(request.workspaceId, snapshot.head?.version ?? 0n);
          }
        }),
    })),
  "does not check exclusive commits": () =>
    altered((sound) => ({
      exclusive: (request, decide) =>
        sound.exclusive!(request, (snapshot) => {
          const commit = decide(snapshot);
          return commit && { ...commit, create: [], claim: [] };
        }),
    })),
};

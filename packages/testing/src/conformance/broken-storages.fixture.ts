import type { CommitOutcome, Doc, Key, Storage } from "@agent-treasury/provider";
import {
  altered,
  changingCommits,
  changingOutcomes,
  compareThenWrite,
  onNewestVersion,
} from "./altered-storage.fixture.ts";
import { brokenDue } from "./broken-due.fixture.ts";
import { brokenExclusives } from "./broken-exclusives.fixture.ts";
import { claimOf, commitOf, loadOne, viewOne } from "./storage/build.ts";

const inEpoch = (key: Key, epoch: number): Key => ({ ...key, id: `${epoch} ${key.id}` });
const withNumericOrdinal = (doc: Doc): Doc => ({
  ...doc,
  ordinal: doc.ordinal === null ? null : BigInt(Number(doc.ordinal)),
});

const withOpen = async (
  sound: Storage,
  ...page: Parameters<NonNullable<Storage["workspacesWithOpen"]>>
): Promise<readonly string[]> => (await sound.workspacesWithOpen?.(...page)) ?? [];

/** Storages with one defect each, by its description. */
export const brokenStorages: Readonly<Record<string, () => Storage>> = {
  ...brokenExclusives,
  ...brokenDue,
  "never compares the version": () => changingCommits(onNewestVersion),
  "compares the version before the write, without a lock": () =>
    altered((sound) => ({
      commit: (commits) => Promise.all(commits.map((commit) => compareThenWrite(commit, sound))),
    })),
  "reports every comparison as valid": () =>
    changingOutcomes(async (outcome, commit) =>
      commit.next === null ? { kind: "committed" } : outcome,
    ),
  "writes in read-only commits": () =>
    changingCommits((commit) => ({
      ...commit,
      next: commit.next ?? commitOf(commit.workspaceId, commit.expectedVersion).next,
    })),
  "writes the documents of a rejected commit": () =>
    changingOutcomes(async (outcome, commit, sound) => {
      if (outcome.kind !== "conflict" && outcome.kind !== "exists") return outcome;
      const late = await onNewestVersion({ ...commit, claim: [], entries: [] }, sound);
      await sound.commit([{ ...late, id: `${commit.id} again` }]);
      return outcome;
    }),
  "writes documents after the head": () =>
    altered((sound) => ({
      commit: async (commits) => {
        const outcomes = await sound.commit(commits.map((commit) => ({ ...commit, put: [] })));
        for (const [index, commit] of commits.entries()) {
          if (outcomes[index]?.kind !== "committed" || commit.put.length === 0) continue;
          const rest = { ...commit, id: `${commit.id} rest`, entries: [], claim: [] };
          await sound.commit([await onNewestVersion(rest, sound)]);
        }
        return outcomes;
      },
    })),
  "does not check claims": () => changingCommits((commit) => ({ ...commit, claim: [] })),
  "checks claims within an epoch only": () =>
    altered((sound) => ({
      commit: async (commits) => {
        const changed = commits.map((commit) => ({
          ...commit,
          claim: commit.claim.map(({ key, expiresAt }) => ({
            key: inEpoch(key, commit.next?.epoch ?? 0),
            expiresAt,
          })),
        }));
        return (await sound.commit(changed)).map((outcome) =>
          outcome.kind === "exists"
            ? { ...outcome, keys: outcome.keys.map((key) => ({ ...key, id: key.id.slice(2) })) }
            : outcome,
        );
      },
      load: async (requests) => {
        const plain = await sound.load(requests);
        return Promise.all(
          requests.map(async ({ workspaceId, keys }, index) => {
            const all = [1, 2, 3].flatMap((epoch) => keys.map((key) => inEpoch(key, epoch)));
            const { claimed } = await loadOne(sound, workspaceId, all);
            const ids = new Set(claimed.map((key) => `${key.kind} ${key.id.slice(2)}`));
            const found = keys.filter((key) => ids.has(`${key.kind} ${key.id}`));
            return { ...plain[index]!, claimed: found };
          }),
        );
      },
    })),
  "never expires claims": () =>
    changingCommits((commit) => ({
      ...commit,
      claim: commit.claim.map(({ key }) => ({ key, expiresAt: null })),
    })),
  "does not recognise a repeated commit": () =>
    changingCommits((commit) => ({ ...commit, id: commitOf("any", 0n).id })),
  "treats every commit as repeated": () =>
    changingOutcomes(async (outcome, commit, sound) => {
      const { head } = await loadOne(sound, commit.workspaceId);
      const isPast = commit.next !== null && (head?.version ?? 0n) >= commit.next.version;
      return outcome.kind === "conflict" && isPast ? { kind: "committed" } : outcome;
    }),
  "recognises a repeated commit only while it is the newest": () =>
    changingOutcomes(async (outcome, commit, sound) => {
      const { head } = await loadOne(sound, commit.workspaceId);
      const isOld = commit.next !== null && (head?.version ?? 0n) > commit.next.version;
      return isOld ? { kind: "conflict" } : outcome;
    }),
  "rejects a whole call because of one commit": () =>
    altered((sound) => ({
      commit: async (commits) => {
        const outcomes = await sound.commit(commits);
        const bad = outcomes.find(({ kind }) => kind === "rejected");
        return bad === undefined ? outcomes : commits.map(() => bad);
      },
    })),
  "writes a workspace twice in a call": () =>
    altered((sound) => ({
      commit: async (commits) => {
        const outcomes: CommitOutcome[] = [];
        for (const commit of commits) outcomes.push(...(await sound.commit([commit])));
        return outcomes;
      },
    })),
  "loses digits beyond 2^53": () =>
    changingCommits((commit) => ({ ...commit, put: commit.put.map(withNumericOrdinal) })),
  "finds open documents only": () =>
    altered((sound) => ({
      load: async (requests) =>
        (await sound.load(requests)).map((snapshot) => ({
          ...snapshot,
          found: snapshot.found.filter(({ open }) => open),
        })),
    })),
  "loads in a different order": () =>
    altered((sound) => ({
      load: (requests) => sound.load(requests.toReversed()),
    })),
  "shares documents between workspaces with similar names": () =>
    altered((sound) => ({
      load: async (requests) => {
        const requested = requests.map(({ workspaceId, keys }) => ({
          workspaceId: workspaceId.slice(0, 4),
          keys,
        }));
        return sound.load(requested);
      },
    })),
  "lists open documents only": () =>
    altered((sound) => ({
      view: async (workspaceId, docPage, entryPage) => {
        const view = await sound.view(workspaceId, docPage, entryPage);
        return { ...view, docs: view.docs.filter(({ open }) => open) };
      },
    })),
  "repeats the last document on the next page": () =>
    altered((sound) => ({
      view: (workspaceId, { kind, before, limit }, entryPage) =>
        sound.view(
          workspaceId,
          { kind, limit, before: before && { ...before, ordinal: before.ordinal + 1n } },
          entryPage,
        ),
    })),
  "pages through one epoch only": () =>
    altered((sound) => ({
      view: async (workspaceId, docPage, entryPage) => {
        const view = await sound.view(workspaceId, docPage, entryPage);
        const epoch = docPage.before?.epoch ?? view.docs[0]?.epoch;
        return { ...view, docs: view.docs.filter((doc) => doc.epoch === epoch) };
      },
    })),
  "lists all entries newest first": () =>
    altered((sound) => ({
      view: (workspaceId, docPage, entryPage) =>
        sound.view(workspaceId, docPage, { ...entryPage, order: "newest" }),
    })),
  "lists workspaces in dictionary order": () =>
    altered((sound) => ({
      workspaces: async (after, limit) => {
        const all = await sound.workspaces(null, 1_000);
        const sorted = all.toSorted((left, right) => left.localeCompare(right, "en"));
        const start = after === null ? 0 : sorted.indexOf(after) + 1;
        return sorted.slice(start, start + limit);
      },
    })),
  "lists workspaces with closed documents": () =>
    altered((sound) => ({ workspacesWithOpen: (after, limit) => sound.workspaces(after, limit) })),
  "lists workspaces with open documents of the first kind only": () =>
    altered((sound) => ({
      workspacesWithOpen: (after, limit, kinds) => withOpen(sound, after, limit, kinds.slice(0, 1)),
    })),
  "lists a workspace for each of its open documents": () =>
    altered((sound) => ({
      workspacesWithOpen: async (after, limit, kinds) =>
        (await withOpen(sound, after, limit, kinds)).flatMap((id) => [id, id]).slice(0, limit),
    })),
  "lists workspaces of one kind after the other": () =>
    altered((sound) => ({
      workspacesWithOpen: async (after, limit, kinds) => {
        const ofKind = kinds.map((kind) => withOpen(sound, after, limit, [kind]));
        return [...new Set((await Promise.all(ofKind)).flat())].slice(0, limit);
      },
    })),
  "purges more than its limit": () =>
    altered((sound) => ({ purge: (now, limit) => sound.purge(now, limit + 1) })),
  "purges a millisecond too early": () =>
    altered((sound) => ({ purge: (now, limit) => sound.purge(now + 1, limit) })),
  "forgets ids after an hour": () =>
    altered((sound) => ({ purge: (now, limit) => sound.purge(now + 23 * 3_600_000, limit) })),
  "copies each page at a different moment": () =>
    altered((sound) => ({
      async *copy(workspaceId) {
        const first = sound.copy(workspaceId)[Symbol.asyncIterator]();
        const { value, done } = await first.next();
        if (done === true) return;
        yield value;
        for await (const part of sound.copy(workspaceId)) if (part.kind !== "head") yield part;
      },
    })),
  "copies listed documents only": () =>
    altered((sound) => ({
      async *copy(workspaceId) {
        for await (const part of sound.copy(workspaceId)) {
          if (part.kind !== "doc" || part.doc.ordinal !== null) yield part;
        }
      },
    })),
  "rewrites an entry with any hash": () =>
    altered((sound) => ({
      rewriteEntries: async (workspaceId, rewrites) => {
        const { entries } = await viewOne(sound, workspaceId);
        const found = new Map(entries.map(({ sequence, hash }) => [sequence, hash]));
        const forced = rewrites.map((one) => ({ ...one, hash: found.get(one.sequence) ?? "" }));
        return sound.rewriteEntries(workspaceId, forced);
      },
    })),
  "changes the version when it rewrites": () =>
    altered((sound) => ({
      rewriteEntries: async (workspaceId, rewrites) => {
        const version = (await loadOne(sound, workspaceId)).head?.version;
        if (version !== undefined) await sound.commit([commitOf(workspaceId, version)]);
        return sound.rewriteEntries(workspaceId, rewrites);
      },
    })),
  "responds after it was closed": () => altered(() => ({ close: async () => {} })),
  "mixes the keys of claims and documents": () =>
    changingCommits((commit) => ({
      ...commit,
      claim: [...commit.claim, ...commit.put.map((doc) => ({ ...claimOf(doc.id), key: doc }))],
    })),
};

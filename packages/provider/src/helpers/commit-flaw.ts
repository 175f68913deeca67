import type { Commit, Key } from "../ports/storage.ts";
import { TreasuryError } from "../treasury-error.ts";

/**
 * What makes a commit contradict itself, in one sentence; null when nothing does. Every storage
 * answers `rejected` to a commit that has a flaw, for each of these would lose or double money unseen.
 *
 * @example
 * const flaw = commitFlaw(commit);
 * if (flaw !== null) return { kind: "rejected", cause: new Error(flaw) };
 */
export function commitFlaw(commit: Commit): string | null {
  const { next } = commit;
  if (next === null) {
    return hasNothing(commit)
      ? null
      : "A commit without a next head compares only, but this one has something to write.";
  }
  if (next.workspaceId !== commit.workspaceId) return "The next head is another workspace's.";
  if (next.version !== commit.expectedVersion + 1n) {
    return "The next head's version is not one above the expected version.";
  }
  if (hasTwice([...commit.put, ...commit.create]))
    return "Two documents of the commit have the same key.";
  if (hasTwice(commit.claim.map((claim) => claim.key))) return "The commit claims a key twice.";
  return null;
}

/**
 * Refuses a call that names a workspace twice: the second commit would be judged by a version that the
 * first is about to change.
 *
 * @throws TreasuryError `storage_error`
 */
export function assertDistinctWorkspaces(commits: readonly Commit[]): void {
  const seen = new Set<string>();
  for (const { workspaceId } of commits) {
    if (seen.has(workspaceId)) {
      throw new TreasuryError(
        "storage_error",
        `Two commits of one call are for the workspace ${workspaceId}; nothing was written.`,
      );
    }
    seen.add(workspaceId);
  }
}

function hasNothing({ entries, put, create, claim }: Commit): boolean {
  return entries.length + put.length + create.length + claim.length === 0;
}

function hasTwice(keys: readonly Key[]): boolean {
  if (keys.length < 2) return false;
  return new Set(keys.map((key) => JSON.stringify([key.kind, key.id]))).size < keys.length;
}

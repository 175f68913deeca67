import type { Commit, Doc, Key } from "../ports/commit.ts";
import { TreasuryError } from "../treasury-error.ts";

/**
 * Returns why a commit contradicts itself, or null. Every storage returns `rejected` for such a
 * commit, because writing it could lose or duplicate money.
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
      : "A commit without a next head is read-only, but this one contains changes.";
  }
  if (next.workspaceId !== commit.workspaceId) return "The next head belongs to another workspace.";
  if (next.version !== commit.expectedVersion + 1n) {
    return "The next head's version must be the expected version plus one.";
  }
  if (hasTwice([...commit.put, ...commit.create]))
    return "Two documents of the commit have the same key.";
  if (hasTwice(commit.claim.map((claim) => claim.key)))
    return "The commit claims the same key twice.";
  if (!hasWholeTimes(commit)) return "A time of the commit is not a whole number of milliseconds.";
  return null;
}

/**
 * Rejects two commits for one workspace, because the first would change the version that the second
 * is compared with.
 *
 * @throws TreasuryError `storage_error`
 */
export function assertDistinctWorkspaces(commits: readonly Commit[]): void {
  const seen = new Set<string>();
  for (const { workspaceId } of commits) {
    if (seen.has(workspaceId)) {
      throw new TreasuryError(
        "storage_error",
        `One call contains two commits for workspace ${workspaceId}.`,
      );
    }
    seen.add(workspaceId);
  }
}

function hasNothing({ entries, put, create, claim }: Commit): boolean {
  return entries.length + put.length + create.length + claim.length === 0;
}

function hasWholeTimes({ put, create, claim }: Commit): boolean {
  return (
    put.every(isDocWhole) &&
    create.every(isDocWhole) &&
    claim.every(({ expiresAt }) => isWhole(expiresAt))
  );
}

function isDocWhole({ dueAt, expiresAt }: Doc): boolean {
  return isWhole(dueAt) && isWhole(expiresAt);
}

function isWhole(time: number | null): boolean {
  return time === null || Number.isSafeInteger(time);
}

function hasTwice(keys: readonly Key[]): boolean {
  if (keys.length < 2) return false;
  // The length separates the two, whatever they contain.
  return new Set(keys.map(({ kind, id }) => `${kind.length} ${kind}${id}`)).size < keys.length;
}

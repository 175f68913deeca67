import type { Commit, CommitOutcome, Key } from "@agent-treasury/provider";
import { commitFlaw } from "@agent-treasury/provider/helpers";
import type { EncodedCommit } from "./encoded-commit.ts";
import { isClaimed } from "./read.ts";
import type { SqlConnection } from "./sql-connection.ts";
import type { Statements } from "./statements.ts";

/**
 * Commits in one transaction. Throws if nothing was written, also if the database refuses a row:
 * `judge` finds out for which commit, `judgeWithoutDocs` is faster.
 */
export function commitOnce(
  connection: SqlConnection,
  encoded: readonly EncodedCommit[],
  now: number,
  judgeOne: typeof judge,
): CommitOutcome[] {
  const { statements } = connection;
  // Readers of a write-ahead log see only durable data, without a lock.
  const writes = encoded.some((one) => one.commit.next !== null);
  const { result: refusals, landed } = connection.committing(writes, () => {
    const judged = encoded.map((one) => judgeOne(statements, one, now));
    encoded.forEach((one, index) => {
      if (judged[index] === null) write(statements, one);
    });
    return judged;
  });
  const hasWritten = encoded.some((one, at) => refusals[at] === null && one.commit.next !== null);
  if (hasWritten && landed.kind === "committed") connection.noteCommit?.();
  return refusals.map((refusal) => refusal ?? landed);
}

/** Null if it must be written. */
export function judge(
  statements: Statements,
  encoded: EncodedCommit,
  now: number,
): CommitOutcome | null {
  const refusal = judgeWithoutDocs(statements, encoded, now);
  if (refusal !== null) return refusal;
  const keys = existing(statements, encoded.commit);
  return keys.length > 0 ? { kind: "exists", keys } : null;
}

/** Does not search for documents to create unless it refuses claims, because `write` inserts them. */
export function judgeWithoutDocs(
  statements: Statements,
  { commit, problem }: EncodedCommit,
  now: number,
): CommitOutcome | null {
  const { workspaceId, next } = commit;
  const flaw = commitFlaw(commit);
  if (flaw !== null) return { kind: "rejected", cause: new Error(flaw) };
  if (problem !== null) return { kind: "rejected", cause: problem };
  const version = versionOf(statements, workspaceId);
  if (version !== commit.expectedVersion) {
    const landed = next && commitIdAt(statements, workspaceId, next.version) === commit.id;
    return { kind: landed === true ? "committed" : "conflict" };
  }
  const claimed = commit.claim
    .map((claim) => claim.key)
    .filter((key) => isClaimed(statements, workspaceId, key, now));
  if (claimed.length === 0) return null;
  return { kind: "exists", keys: [...claimed, ...existing(statements, commit)] };
}

function versionOf({ version }: Statements, workspaceId: string): bigint {
  const row = version.get(workspaceId) as { readonly version: bigint } | undefined;
  return row?.version ?? 0n;
}

function commitIdAt({ commitId }: Statements, workspaceId: string, version: bigint): string | null {
  const row = commitId.get(workspaceId, version) as { readonly id: string } | undefined;
  return row?.id ?? null;
}

function existing(statements: Statements, { workspaceId, create }: Commit): Key[] {
  return create
    .filter(({ kind, id }) => statements.hasDoc.get(workspaceId, kind, id))
    .map(({ kind, id }) => ({ kind, id }));
}

export function write(statements: Statements, encoded: EncodedCommit): void {
  const { workspaceId, next, claim } = encoded.commit;
  if (next === null) return;
  statements.putHead.run(...encoded.headRow);
  statements.putCommitId.run(...encoded.commitRow);
  for (const row of encoded.entryRows) statements.putEntry.run(...row);
  for (const row of encoded.putRows) statements.putDoc.run(...row);
  for (const row of encoded.createRows) statements.createDoc.run(...row);
  for (const { key, expiresAt } of claim) {
    statements.putClaim.run(workspaceId, key.kind, key.id, expiresAt);
  }
}

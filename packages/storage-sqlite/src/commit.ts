import type { Commit, CommitOutcome, Key } from "@agent-treasury/provider";
import { commitFlaw } from "@agent-treasury/provider/helpers";
import type { Connection } from "./connection.ts";
import { type EncodedCommit, encodeCommit } from "./encoded-commit.ts";
import { isClaimed } from "./read.ts";
import { isBusy, isFull, isRefusedRow, movedError } from "./sqlite-error.ts";
import type { Statements } from "./statements.ts";
import { rollBack } from "./transaction.ts";
import { whenFree } from "./when-free.ts";

/**
 * Commits in one transaction with one flush. If the database rejects a row, for example because a
 * document to create exists, judges and repeats each commit separately.
 */
export async function commitTogether(
  connection: Connection,
  commits: readonly Commit[],
  now: () => number,
): Promise<CommitOutcome[]> {
  const encodedAt = now();
  const encoded = commits.map((commit) => encodeCommit(commit, encodedAt));
  try {
    return await whenFree(() => writeOnce(connection, encoded, now(), judgeWithoutDocs));
  } catch (error) {
    if (!isRefusedRow(error)) throw error;
  }
  return await commitOneByOne(connection, encoded, now);
}

async function commitOneByOne(
  connection: Connection,
  encoded: readonly EncodedCommit[],
  now: () => number,
): Promise<CommitOutcome[]> {
  const outcomes: CommitOutcome[] = [];
  for (const one of encoded) {
    try {
      outcomes.push(...(await whenFree(() => writeOnce(connection, [one], now(), judge))));
    } catch (cause) {
      if (isRefusedRow(cause)) {
        outcomes.push({ kind: "rejected", cause: movedError(cause) ?? cause });
        continue;
      }
      // A rejection would mean that nothing was written.
      if (outcomes.every(({ kind }) => kind !== "committed")) throw cause;
      const unclear = { kind: "unclear", cause } as const;
      return [...outcomes, ...encoded.slice(outcomes.length).map(() => unclear)];
    }
  }
  return outcomes;
}

/** Throws if nothing was written. */
function writeOnce(
  { statements, file }: Connection,
  encoded: readonly EncodedCommit[],
  now: number,
  judgeOne: typeof judge,
): CommitOutcome[] {
  // Readers of a write-ahead log see only durable data, without a lock.
  const writes = encoded.some((one) => one.commit.next !== null);
  (writes ? statements.beginWrite : statements.beginRead).run();
  const refusals: (CommitOutcome | null)[] = [];
  try {
    for (const one of encoded) refusals.push(judgeOne(statements, one, now));
    encoded.forEach((one, index) => {
      if (refusals[index] === null) write(statements, one);
    });
  } catch (error) {
    rollBack(statements);
    throw error;
  }
  const landed = finish(statements);
  const hasWritten = encoded.some((one, at) => refusals[at] === null && one.commit.next !== null);
  if (hasWritten && landed.kind === "committed") file?.noteCommit();
  return refusals.map((refusal) => refusal ?? landed);
}

export function finish(statements: Statements): CommitOutcome {
  try {
    statements.commit.run();
    return { kind: "committed" };
  } catch (cause) {
    rollBack(statements);
    if (isBusy(cause) || isFull(cause)) throw cause;
    return { kind: "unclear", cause };
  }
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
function judgeWithoutDocs(
  statements: Statements,
  { commit, problem }: EncodedCommit,
  now: number,
): CommitOutcome | null {
  const { workspaceId, next } = commit;
  const flaw = commitFlaw(commit);
  if (flaw !== null) return { kind: "rejected", cause: new Error(flaw) };
  if (problem !== null) return { kind: "rejected", cause: problem };
  const version = statements.version.get(workspaceId)?.["version"] ?? 0n;
  if (version !== commit.expectedVersion) {
    const landed = next && statements.commitId.get(workspaceId, next.version)?.["id"] === commit.id;
    return { kind: landed === true ? "committed" : "conflict" };
  }
  const claimed = commit.claim
    .map((claim) => claim.key)
    .filter((key) => isClaimed(statements, workspaceId, key, now));
  if (claimed.length === 0) return null;
  return { kind: "exists", keys: [...claimed, ...existing(statements, commit)] };
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

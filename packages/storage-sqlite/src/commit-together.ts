import type { Commit, CommitOutcome } from "@agent-treasury/provider";
import { commitOnce, judge, judgeWithoutDocs } from "./sql/commit.ts";
import { type EncodedCommit, encodeCommit } from "./sql/encoded-commit.ts";
import type { SqlConnection } from "./sql/sql-connection.ts";
import { whenFree } from "./when-free.ts";

/**
 * Commits in one transaction with one flush. If the database rejects a row, for example because a
 * document to create exists, judges and repeats each commit separately.
 */
export async function commitTogether(
  connection: SqlConnection,
  commits: readonly Commit[],
  now: () => number,
): Promise<CommitOutcome[]> {
  const encodedAt = now();
  const encoded = commits.map((commit) => encodeCommit(commit, encodedAt));
  try {
    return await whenFree(() => commitOnce(connection, encoded, now(), judgeWithoutDocs));
  } catch (error) {
    if (!connection.isRefusedRow(error)) throw error;
  }
  return await commitOneByOne(connection, encoded, now);
}

async function commitOneByOne(
  connection: SqlConnection,
  encoded: readonly EncodedCommit[],
  now: () => number,
): Promise<CommitOutcome[]> {
  const outcomes: CommitOutcome[] = [];
  for (const one of encoded) {
    try {
      outcomes.push(...(await whenFree(() => commitOnce(connection, [one], now(), judge))));
    } catch (cause) {
      if (connection.isRefusedRow(cause)) {
        outcomes.push({ kind: "rejected", cause: connection.movedError(cause) ?? cause });
        continue;
      }
      // A rejection would mean that nothing was written.
      if (!outcomes.some(({ kind }) => kind === "committed" || kind === "unclear")) throw cause;
      const unclear = { kind: "unclear", cause } as const;
      return [...outcomes, ...encoded.slice(outcomes.length).map(() => unclear)];
    }
  }
  return outcomes;
}

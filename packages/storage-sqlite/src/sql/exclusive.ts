import type { Commit, CommitOutcome, LoadRequest, Snapshot } from "@agent-treasury/provider";
import { DecisionFault, decideOn } from "@agent-treasury/provider/helpers";
import { judge, write } from "./commit.ts";
import { encodeCommit } from "./encoded-commit.ts";
import { loadSnapshot } from "./read.ts";
import type { SqlConnection } from "./sql-connection.ts";

/** Acquires the write lock first. Throws if nothing was written. Null without a commit. */
export function commitAlone(
  connection: SqlConnection,
  request: LoadRequest,
  decide: (snapshot: Snapshot) => Commit | null,
  now: number,
): CommitOutcome | null {
  const { statements } = connection;
  try {
    const { result, landed } = connection.committing(true, () => {
      const commit = decideOn(loadSnapshot(statements, request, now), decide);
      const encoded = commit && encodeCommit(commit, now);
      const refusal = encoded && judge(statements, encoded, now);
      if (encoded !== null && refusal === null) write(statements, encoded);
      return { commit, refusal };
    });
    const { commit, refusal } = result;
    if (commit === null || refusal !== null) return refusal;
    if (commit.next !== null && landed.kind === "committed") connection.noteCommit?.();
    return landed;
  } catch (cause) {
    if (cause instanceof DecisionFault || !connection.isRefusedRow(cause)) throw cause;
    return { kind: "rejected", cause: connection.movedError(cause) ?? cause };
  }
}

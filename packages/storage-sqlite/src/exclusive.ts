import type { Commit, CommitOutcome, LoadRequest, Snapshot } from "@agent-treasury/provider";
import { DecisionFault, decideOn } from "@agent-treasury/provider/helpers";
import { finish, judge, write } from "./commit.ts";
import type { Connection } from "./connection.ts";
import { encodeCommit } from "./encoded-commit.ts";
import { loadSnapshot } from "./read.ts";
import { isRefusedRow, movedError } from "./sqlite-error.ts";
import { rollBack } from "./transaction.ts";

/** Acquires the write lock first. Throws if nothing was written. Null without a commit. */
export function commitAlone(
  { statements, file }: Connection,
  request: LoadRequest,
  decide: (snapshot: Snapshot) => Commit | null,
  now: number,
): CommitOutcome | null {
  statements.beginWrite.run();
  let commit: Commit | null;
  try {
    commit = decideOn(loadSnapshot(statements, request, now), decide);
    const encoded = commit && encodeCommit(commit, now);
    const refusal = encoded && judge(statements, encoded, now);
    if (encoded === null || refusal !== null) {
      rollBack(statements);
      return refusal;
    }
    write(statements, encoded);
  } catch (cause) {
    rollBack(statements);
    if (cause instanceof DecisionFault || !isRefusedRow(cause)) throw cause;
    return { kind: "rejected", cause: movedError(cause) ?? cause };
  }
  const landed = finish(statements);
  if (commit?.next && landed.kind === "committed") file?.noteCommit();
  return landed;
}

import type { Commit, CommitOutcome, LoadRequest, Snapshot } from "@agent-treasury/provider";
import { finish, judge, rollBack, write } from "./commit.ts";
import type { Connection } from "./connection.ts";
import { encodeCommit } from "./encoded-commit.ts";
import { loadSnapshot } from "./read.ts";
import { isRefusedRow, movedError } from "./sqlite-error.ts";
import type { Statements } from "./statements.ts";

/** `outcome` is null without a commit. `fault` is the error of `decide`. */
export type DecidedAlone = { readonly outcome: CommitOutcome | null } | { readonly fault: unknown };

/** Acquires the write lock first. Throws if nothing was written. */
export function decideAlone(
  { statements }: Connection,
  request: LoadRequest,
  decide: (snapshot: Snapshot) => Commit | null,
  now: number,
): DecidedAlone {
  statements.beginWrite.run();
  try {
    const snapshot = loadSnapshot(statements, request, now);
    const decision = attempt(() => decide(snapshot));
    if ("fault" in decision) {
      rollBack(statements);
      return decision;
    }
    const refusal = decision.commit && writeUnlessRefused(statements, decision.commit, now);
    if (decision.commit === null || refusal !== null) {
      rollBack(statements);
      return { outcome: refusal };
    }
  } catch (cause) {
    rollBack(statements);
    if (isRefusedRow(cause)) {
      return { outcome: { kind: "rejected", cause: movedError(cause) ?? cause } };
    }
    throw cause;
  }
  return { outcome: finish(statements) };
}

function attempt(
  decide: () => Commit | null,
): { readonly commit: Commit | null } | { readonly fault: unknown } {
  try {
    return { commit: decide() };
  } catch (fault) {
    return { fault };
  }
}

/** Null if it was written. */
function writeUnlessRefused(
  statements: Statements,
  commit: Commit,
  now: number,
): CommitOutcome | null {
  const encoded = encodeCommit(commit, now);
  const refusal = judge(statements, encoded, now);
  if (refusal === null) write(statements, encoded);
  return refusal;
}

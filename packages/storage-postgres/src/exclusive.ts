import { setTimeout as sleep } from "node:timers/promises";
import type { Commit, CommitOutcome, LoadRequest, Snapshot } from "@agent-treasury/provider";
import { DecisionFault, decideOn } from "@agent-treasury/provider/helpers";
import { type Row, type Send, onConnection } from "./ask.ts";
import { encode, judge, lost } from "./commit.ts";
import { commitValues, isLean } from "./encoded-commit.ts";
import { leanRequest } from "./lean-request.ts";
import { loadValues, snapshotsFromRows } from "./load.ts";
import type { PostgresPool } from "./postgres-client.ts";
import { movedError } from "./postgres-error.ts";
import { meaningOf } from "./sql-state.ts";
import type { Statements } from "./statements.ts";

export type Decide = (snapshot: Snapshot) => Commit | null;

class LostReply extends Error {}

const attemptsAtMost = 5;
const longestPauseMs = 100;

/**
 * Locks the head, then loads, decides and commits in one transaction. At READ COMMITTED, the load
 * includes everything committed before the lock was acquired. `prepare` runs before it, and `loaded`
 * receives its rows. Null without a commit.
 */
export async function commitAlone(
  pool: PostgresPool,
  statements: Statements,
  request: LoadRequest,
  decide: Decide,
  now: () => number | null,
  prepare: (send: Send, server: string) => Promise<void> = async () => {},
  loaded: (rows: readonly Row[], server: string) => void = () => {},
): Promise<CommitOutcome | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onConnection(pool, async (send, server) => {
        await prepare(send, server);
        const decideOnRows = (rows: readonly Row[]): Commit | null => {
          loaded(rows, server);
          return decideOn(snapshotsFromRows([request], rows)[0] as Snapshot, decide);
        };
        return transact(send, statements, request, decideOnRows, now, attempt === 1);
      });
    } catch (error) {
      if (error instanceof DecisionFault) throw error;
      if (error instanceof LostReply) return { kind: "unclear", cause: error.cause };
      const meaning = meaningOf(error);
      // The lean statement may have met a duplicate key.
      if (meaning === "refused" && attempt === 1) continue;
      if (meaning === "failed" || meaning === "refused" || attempt >= attemptsAtMost) throw error;
    }
    await sleep(Math.random() * longestPauseMs);
  }
}

/** Throws if nothing was written. `LostReply` means that this is unknown. */
async function transact(
  send: Send,
  statements: Statements,
  request: LoadRequest,
  decide: (rows: readonly Row[]) => Commit | null,
  now: () => number | null,
  tryLean: boolean,
): Promise<CommitOutcome | null> {
  await send("BEGIN ISOLATION LEVEL READ COMMITTED");
  try {
    await send(statements.lock, [request.workspaceId]);
    const commit = decide(await send(statements.load, loadValues([request], now())));
    const outcome = commit && (await write(send, statements, commit, now, tryLean));
    if (outcome?.kind !== "committed") {
      await send("ROLLBACK");
      return outcome;
    }
  } catch (error) {
    await send("ROLLBACK");
    throw error;
  }
  await finish(send);
  return { kind: "committed" };
}

async function write(
  send: Send,
  statements: Statements,
  commit: Commit,
  now: () => number | null,
  tryLean: boolean,
): Promise<CommitOutcome> {
  const encoded = encode(commit);
  if (!("commit" in encoded)) return encoded;
  if (tryLean && isLean(encoded)) {
    const { statement, values } = leanRequest([encoded], now());
    const rows = await send(statements[statement], values);
    if (rows.length > 0) return { kind: "committed" };
  }
  try {
    const rows = await send(statements.commit, commitValues([encoded], now()));
    const found = judge([encoded], rows)[0]?.found ?? lost;
    // This commit was never sent before, so only a race for a new workspace can fail.
    return found.kind === "failed" ? { kind: "conflict" } : found;
  } catch (cause) {
    if (meaningOf(cause) !== "refused") throw cause;
    return { kind: "rejected", cause: movedError(cause) ?? cause };
  }
}

async function finish(send: Send): Promise<void> {
  try {
    await send("COMMIT");
  } catch (cause) {
    if (meaningOf(cause) !== "unclear") throw cause;
    throw new LostReply("The last reply of the transaction was lost.", { cause });
  }
}

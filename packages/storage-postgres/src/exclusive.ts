import { setTimeout as sleep } from "node:timers/promises";
import type { Commit, CommitOutcome, LoadRequest, Snapshot } from "@agent-treasury/provider";
import { DecisionFault, decideOn } from "@agent-treasury/provider/helpers";
import { type Row, type Send, type SendAll, type Statement, onConnection } from "./ask.ts";
import { encode, judge, lost } from "./commit.ts";
import { type EncodedCommit, commitValues } from "./encoded-commit.ts";
import { leanOf, leanRequest } from "./lean-request.ts";
import { loadStatement, snapshotsFromRows } from "./load.ts";
import type { PostgresPool } from "./postgres-client.ts";
import { movedError } from "./postgres-error.ts";
import { meaningOf } from "./sql-state.ts";
import type { Statements } from "./statements.ts";

export type Decide = (snapshot: Snapshot) => Commit | null;

class LostReply extends Error {}

/** The lean statement met a duplicate key or another version. The transaction wrote nothing. */
class NotLean extends Error {}

const attemptsAtMost = 5;
const longestPauseMs = 100;
const begin = "BEGIN ISOLATION LEVEL READ COMMITTED";

/**
 * Locks the head, then loads, decides and commits in one transaction. At READ COMMITTED, the load
 * includes everything committed before the lock was acquired. `prepare` runs before it, and `loaded`
 * receives its rows. Null without a commit. On a connection that pipelines, it waits twice: for the
 * load and for the commit.
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
  let tryLean = true;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onConnection(pool, async (send, server, sendAll) => {
        await prepare(send, server);
        const link = { send, sendAll, statements, now: now() };
        const decided = await decideAlone(link, request, (rows) => {
          loaded(rows, server);
          return decideOn(snapshotsFromRows([request], rows)[0] as Snapshot, decide);
        });
        if (decided === null || !("commit" in decided)) return decided;
        return await write(link, decided, tryLean && leanOf([decided]).length > 0);
      });
    } catch (error) {
      if (error instanceof DecisionFault) throw error;
      if (error instanceof LostReply) return { kind: "unclear", cause: error.cause };
      if (error instanceof NotLean) {
        tryLean = false;
        continue;
      }
      const meaning = meaningOf(error);
      if (meaning === "failed" || meaning === "refused" || attempt >= attemptsAtMost) throw error;
    }
    await sleep(Math.random() * longestPauseMs);
  }
}

interface Link {
  readonly send: Send;
  readonly sendAll: SendAll;
  readonly statements: Statements;
  readonly now: number | null;
}

/** Leaves the transaction open only for a commit to write. */
async function decideAlone(
  { send, sendAll, statements, now }: Link,
  request: LoadRequest,
  decide: (rows: readonly Row[]) => Commit | null,
): Promise<EncodedCommit | CommitOutcome | null> {
  const workspace = [request.workspaceId];
  let decided: EncodedCommit | CommitOutcome | null;
  try {
    const results = await sendAll([
      [begin],
      [statements.queue, workspace],
      [statements.lock, workspace],
      loadStatement(statements, [request], now),
    ]);
    const commit = decide(lastOf(results));
    decided = commit && encode(commit);
  } catch (error) {
    // A connection without an answer is closed, which ends its transaction.
    if (error instanceof DecisionFault || meaningOf(error) !== "unclear") await send("ROLLBACK");
    throw error;
  }
  if (decided === null || !("commit" in decided)) await send("ROLLBACK");
  return decided;
}

/** @throws the first failure. The later ones follow from it. */
function lastOf(results: readonly PromiseSettledResult<Row[]>[]): Row[] {
  let rows: Row[] = [];
  for (const result of results) {
    if (result.status === "rejected") throw result.reason;
    rows = result.value;
  }
  return rows;
}

/**
 * Sends COMMIT with the commit, which writes all of its rows or none. Throws if nothing was written;
 * `LostReply` means that this is unknown.
 */
async function write(
  { send, sendAll, statements, now }: Link,
  encoded: EncodedCommit,
  asLean: boolean,
): Promise<CommitOutcome> {
  const [written, ended] = await sendAll([
    asLean ? leanStatement(statements, encoded, now) : fullStatement(statements, encoded, now),
    ["COMMIT"],
  ]);
  if (written?.status !== "fulfilled") {
    const cause: unknown = written?.reason;
    // After an error of the server, COMMIT is a rollback. Otherwise it may have been executed.
    if (meaningOf(cause) === "unclear") throw ended === undefined ? cause : lostReply(cause);
    if (ended === undefined) await send("ROLLBACK");
    if (meaningOf(cause) !== "refused") throw cause;
    if (asLean) throw new NotLean("A key exists.", { cause });
    return { kind: "rejected", cause: movedError(cause) ?? cause };
  }
  if (ended?.status !== "fulfilled") {
    const cause: unknown = ended?.reason;
    throw meaningOf(cause) === "unclear" ? lostReply(cause) : cause;
  }
  if (asLean) {
    if (written.value.length > 0) return { kind: "committed" };
    throw new NotLean("The commit is based on another version.");
  }
  const found = judge([encoded], written.value)[0]?.found ?? lost;
  // This commit was never sent before, so only a race for a new workspace can fail.
  return found.kind === "failed" ? { kind: "conflict" } : found;
}

function leanStatement(
  statements: Statements,
  encoded: EncodedCommit,
  now: number | null,
): Statement {
  const { statement, values } = leanRequest([encoded], now);
  return [statements[statement], values];
}

function fullStatement(
  statements: Statements,
  encoded: EncodedCommit,
  now: number | null,
): Statement {
  return [statements.commit, commitValues([encoded], now)];
}

function lostReply(cause: unknown): LostReply {
  return new LostReply("The last reply of the transaction was lost.", { cause });
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Commit, CommitOutcome, Key } from "@agent-treasury/provider";
import { commitFlaw } from "@agent-treasury/provider/helpers";
import type { Row } from "./ask.ts";
import { type EncodedCommit, commitValues, encodeCommit } from "./encoded-commit.ts";
import { type LeanStatement, leanOf, leanRequest } from "./lean-request.ts";
import { movedError } from "./postgres-error.ts";
import { textAt } from "./rows.ts";
import { meaningOf } from "./sql-state.ts";

export type SendCommits = (
  statement: "commit" | LeanStatement,
  values: unknown[],
) => Promise<Row[]>;

/** `failed`: nothing was written, for a reason unrelated to the commit. */
export type Found = CommitOutcome | { readonly kind: "failed"; readonly cause: unknown };

interface Judged {
  readonly encoded: EncodedCommit;
  readonly found: Found;
}

const attemptsAtMost = 8;
const longestPauseMs = 200;

/**
 * Sends the lean statement, then the full statement for the remaining commits. If the database
 * rejects a value, the batch is bisected until the commit with that value is `rejected`.
 *
 * @throws the error, if nothing was written.
 */
export async function commitTogether(
  send: SendCommits,
  commits: readonly Commit[],
  now: () => number | null,
): Promise<CommitOutcome[]> {
  const outcomes = new Map<Commit, Found>();
  const writable: EncodedCommit[] = [];
  for (const commit of commits) {
    const encoded = encode(commit);
    if ("commit" in encoded) writable.push(encoded);
    else outcomes.set(commit, encoded);
  }
  for (const { encoded, found } of await commitLean(send, writable, now)) {
    outcomes.set(encoded.commit, found);
  }
  return answers(commits.map((commit) => outcomes.get(commit) ?? lostSight()));
}

export function encode(commit: Commit): EncodedCommit | CommitOutcome {
  const flaw = commitFlaw(commit);
  if (flaw !== null) return { kind: "rejected", cause: new Error(flaw) };
  try {
    return encodeCommit(commit);
  } catch (cause) {
    return { kind: "rejected", cause };
  }
}

/** The port permits a rejection only if nothing was written. */
function answers(found: readonly Found[]): CommitOutcome[] {
  const failure = found.find((one) => one.kind === "failed");
  const mayHaveWritten = found.some(({ kind }) => kind === "committed" || kind === "unclear");
  if (failure !== undefined && !mayHaveWritten) throw failure.cause;
  return found.map((one) => (one.kind === "failed" ? { kind: "unclear", cause: one.cause } : one));
}

/**
 * If the reply to the lean statement is lost, the full statement finds out whether it committed. If
 * that fails too, the commit is `unclear`.
 */
async function commitLean(
  send: SendCommits,
  batch: readonly EncodedCommit[],
  now: () => number | null,
): Promise<Judged[]> {
  const lean = leanOf(batch);
  if (lean.length === 0) return await settle(send, batch, now);
  let moved = new Set<string>();
  let doubt: Found | null = null;
  try {
    const { statement, values } = leanRequest(lean, now());
    const rows = await send(statement, values);
    moved = new Set(rows.map((row) => textAt(row, 0)));
  } catch (cause) {
    const meaning = meaningOf(cause);
    if (meaning === "failed") return all(batch, { kind: "failed", cause });
    if (meaning === "unclear") doubt = { kind: "unclear", cause };
  }
  const isDone = ({ commit }: EncodedCommit): boolean => moved.has(commit.workspaceId);
  const open = batch.filter((one) => !isDone(one));
  const judged = (await settle(send, open, now)).map(({ encoded, found }) => {
    const isOpen = found.kind === "failed" && lean.includes(encoded);
    return { encoded, found: isOpen ? (doubt ?? found) : found };
  });
  return [...all(batch.filter(isDone), { kind: "committed" }), ...judged];
}

async function settle(
  send: SendCommits,
  batch: readonly EncodedCommit[],
  now: () => number | null,
): Promise<Judged[]> {
  if (batch.length === 0) return [];
  const settled: Judged[] = [];
  let open = batch;
  let failure: unknown = null;
  for (let attempt = 0; attempt < attemptsAtMost; attempt += 1) {
    if (attempt > 0) await sleep(Math.random() * Math.min(2 ** attempt, longestPauseMs));
    try {
      const judged = judge(open, await send("commit", commitValues(open, now())));
      settled.push(...judged.filter(({ found }) => found !== lost));
      open = judged.filter(({ found }) => found === lost).map(({ encoded }) => encoded);
      if (open.length === 0) return settled;
    } catch (cause) {
      failure = cause;
      const meaning = meaningOf(cause);
      if (meaning === "again" || meaning === "read-only") continue;
      if (meaning === "refused") return [...settled, ...(await bisect(send, open, now, cause))];
      return [...settled, ...all(open, { kind: meaning, cause })];
    }
  }
  return [...settled, ...all(open, { kind: "failed", cause: failure ?? lostSight().cause })];
}

async function bisect(
  send: SendCommits,
  batch: readonly EncodedCommit[],
  now: () => number | null,
  cause: unknown,
): Promise<Judged[]> {
  if (batch.length === 1) {
    return all(batch, { kind: "rejected", cause: movedError(cause) ?? cause });
  }
  const middle = Math.ceil(batch.length / 2);
  const first = await settle(send, batch.slice(0, middle), now);
  return [...first, ...(await settle(send, batch.slice(middle), now))];
}

/** The next attempt finds out which commit took the version. */
export const lost: Found = { kind: "failed", cause: new Error("Another commit took the version.") };

export function judge(batch: readonly EncodedCommit[], rows: readonly Row[]): Judged[] {
  const keys = {
    claims: batch.flatMap(({ commit }) => commit.claim.map(({ key }) => key)),
    documents: batch.flatMap(({ commit }) => [...commit.put, ...commit.create]),
  };
  const byWorkspace = new Map(rows.map((row) => [textAt(row, 0), row]));
  return batch.map((encoded) => {
    const row = byWorkspace.get(encoded.commit.workspaceId);
    return { encoded, found: row === undefined ? lostSight() : foundIn(row, keys) };
  });
}

/** `sent` contains all keys of the batch, in order. */
function foundIn(row: Row, sent: Record<"claims" | "documents", readonly Key[]>): Found {
  const kind = textAt(row, 1);
  if (kind === "committed" || kind === "conflict") return { kind };
  if (kind !== "exists") return lost;
  return { kind, keys: [...keysAt(row[2], sent.claims), ...keysAt(row[3], sent.documents)] };
}

/** Positions are counted from 1. */
function keysAt(list: string | null | undefined, sent: readonly Key[]): Key[] {
  const places = list?.split(",").map(Number) ?? [];
  return places
    .toSorted((left, right) => left - right)
    .flatMap((place) => sent[place - 1] ?? [])
    .map(({ kind, id }) => ({ kind, id }));
}

function all(batch: readonly EncodedCommit[], found: Found): Judged[] {
  return batch.map((encoded) => ({ encoded, found }));
}

function lostSight(): { readonly kind: "unclear"; readonly cause: Error } {
  return { kind: "unclear", cause: new Error("The database returned no result for the commit.") };
}

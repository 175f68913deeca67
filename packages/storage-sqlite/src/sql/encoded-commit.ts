import type { Commit, Doc, Entry, Head, Json } from "@agent-treasury/provider";
import type { SqlValue } from "./sql-statement.ts";

export const commitIdLifetimeMs = 86_400_000;

type RowValues = readonly SqlValue[];

/** Encoded before the database is locked. */
export interface EncodedCommit {
  readonly commit: Commit;
  readonly headRow: RowValues;
  readonly commitRow: RowValues;
  readonly entryRows: readonly RowValues[];
  readonly putRows: readonly RowValues[];
  readonly createRows: readonly RowValues[];
  /** Null if it can be written. */
  readonly problem: unknown;
}

export function encodeCommit(commit: Commit, now: number): EncodedCommit {
  const { workspaceId, next } = commit;
  const expiring = commit.create.find((doc) => expiresWithCommit(doc, now));
  try {
    return {
      commit,
      headRow: next === null ? [] : headRow(next),
      commitRow: next === null ? [] : commitRow(next, commit.id, expiring, now),
      entryRows: commit.entries.map((entry) => entryRow(workspaceId, entry)),
      putRows: commit.put.map((doc) => docRow(workspaceId, doc)),
      createRows: commit.create.map((doc) => [
        ...docRow(workspaceId, doc),
        doc === expiring && next !== null ? next.version : null,
      ]),
      problem: null,
    };
  } catch (problem) {
    return { commit, ...noRows, problem };
  }
}

const noRows = { headRow: [], commitRow: [], entryRows: [], putRows: [], createRows: [] };

function headRow(head: Head): RowValues {
  const { workspaceId, version, epoch, sequence, lastHash, account } = head;
  return [workspaceId, version, epoch, sequence, lastHash, textOf(account)];
}

/** Its expiry needs no index if the commit id, which has one, can be purged at the same time. */
function expiresWithCommit({ open, expiresAt }: Doc, now: number): boolean {
  return !open && expiresAt !== null && expiresAt >= now + commitIdLifetimeMs;
}

function commitRow(
  { workspaceId, version }: Head,
  id: string,
  expiring: Doc | undefined,
  now: number,
): RowValues {
  // Purged a day after this time.
  const committedAt =
    expiring === undefined ? now : (expiring.expiresAt ?? now) - commitIdLifetimeMs;
  return [workspaceId, version, id, committedAt, expiring?.kind ?? null, expiring?.id ?? null];
}

function entryRow(workspaceId: string, entry: Entry): RowValues {
  const { sequence, epoch, amount, balance, previousHash, hash, body } = entry;
  return [workspaceId, sequence, epoch, amount, balance, previousHash, hash, textOf(body)];
}

function docRow(workspaceId: string, doc: Doc): RowValues {
  const { kind, id, epoch, ordinal, open, dueAt, expiresAt, body } = doc;
  return [workspaceId, kind, id, epoch, ordinal, Number(open), dueAt, expiresAt, textOf(body)];
}

function textOf(body: Json): string {
  const text = JSON.stringify(body) as string | undefined;
  if (text === undefined) throw new TypeError("A body is not JSON.");
  return text;
}

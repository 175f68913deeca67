import type { SQLInputValue } from "node:sqlite";
import type { Commit, Doc, Entry, Head, Json } from "@agent-treasury/provider";

type RowValues = readonly SQLInputValue[];

/** Encoded before the database is locked. */
export interface EncodedCommit {
  readonly commit: Commit;
  readonly headRow: RowValues;
  readonly entryRows: readonly RowValues[];
  readonly putRows: readonly RowValues[];
  readonly createRows: readonly RowValues[];
  /** Null if it can be written. */
  readonly problem: unknown;
}

export function encodeCommit(commit: Commit): EncodedCommit {
  const { workspaceId, next } = commit;
  try {
    return {
      commit,
      headRow: next === null ? [] : headRow(next),
      entryRows: commit.entries.map((entry) => entryRow(workspaceId, entry)),
      putRows: commit.put.map((doc) => docRow(workspaceId, doc)),
      createRows: commit.create.map((doc) => docRow(workspaceId, doc)),
      problem: null,
    };
  } catch (problem) {
    return { commit, headRow: [], entryRows: [], putRows: [], createRows: [], problem };
  }
}

function headRow(head: Head): RowValues {
  const { workspaceId, version, epoch, sequence, lastHash, account } = head;
  return [workspaceId, version, epoch, sequence, lastHash, textOf(account)];
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

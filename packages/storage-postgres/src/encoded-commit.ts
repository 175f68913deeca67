import type { Claim, Commit, Doc, Entry, Json } from "@agent-treasury/provider";
import { arrayLiteral, type Element } from "./array-literal.ts";

export interface EncodedCommit {
  readonly commit: Commit;
  readonly commitRow: readonly Element[];
  readonly claimRows: readonly (readonly Element[])[];
  readonly entryRows: readonly (readonly Element[])[];
  readonly docRows: readonly (readonly Element[])[];
}

const commitColumnCount = 8;
const accountColumn = 7;
const claimColumnCount = 4;
const entryColumnCount = 8;
const entryBodyColumn = 7;
const docColumnCount = 10;
const docBodyColumn = 8;

/** @throws if a body is not JSON. */
export function encodeCommit(commit: Commit): EncodedCommit {
  const { workspaceId } = commit;
  return {
    commit,
    commitRow: commitRow(commit),
    claimRows: commit.claim.map((claim) => claimRow(workspaceId, claim)),
    entryRows: commit.entries.map((entry) => entryRow(workspaceId, entry)),
    docRows: [
      ...commit.put.map((doc) => docRow(workspaceId, doc, false)),
      ...commit.create.map((doc) => docRow(workspaceId, doc, true)),
    ],
  };
}

export function commitValues(
  encoded: readonly EncodedCommit[],
  now: number | null,
): (string | number | null)[] {
  const commits = encoded.map((one) => one.commitRow);
  const entries = encoded.flatMap((one) => one.entryRows);
  const docs = encoded.flatMap((one) => one.docRows);
  const claims = encoded.flatMap((one) => one.claimRows);
  return [
    ...columnsOf(commits, commitColumnCount, accountColumn),
    ...columnsOf(entries, entryColumnCount, entryBodyColumn),
    ...columnsOf(docs, docColumnCount, docBodyColumn),
    now,
    ...columnsOf(claims, claimColumnCount),
  ];
}

/** JSON is joined as lines. */
function columnsOf(
  rows: readonly (readonly Element[])[],
  count: number,
  jsonColumn: number | null = null,
): string[] {
  return Array.from({ length: count }, (_, column) => {
    const values = rows.map((row) => row[column] ?? null);
    return column === jsonColumn ? values.join("\n") : arrayLiteral(values);
  });
}

function commitRow({ workspaceId, id, expectedVersion, next }: Commit): Element[] {
  const start = [workspaceId, id, expectedVersion.toString()];
  if (next === null) return [...start, false, null, null, null, null];
  const { epoch, sequence, lastHash, account } = next;
  return [...start, true, epoch, sequence.toString(), lastHash, textOf(account)];
}

function claimRow(workspaceId: string, { key, expiresAt }: Claim): Element[] {
  return [workspaceId, key.kind, key.id, expiresAt];
}

function entryRow(workspaceId: string, entry: Entry): Element[] {
  const { sequence, epoch, amount, balance, previousHash, hash, body } = entry;
  const numbers = [sequence.toString(), epoch, amount.toString(), balance.toString()];
  return [workspaceId, ...numbers, previousHash, hash, textOf(body)];
}

function docRow(workspaceId: string, doc: Doc, isNew: boolean): Element[] {
  const { kind, id, epoch, ordinal, open, dueAt, expiresAt, body } = doc;
  const place = ordinal === null ? null : ordinal.toString();
  return [workspaceId, kind, id, epoch, place, open, dueAt, expiresAt, textOf(body), isNew];
}

function textOf(body: Json): string {
  const text = JSON.stringify(body) as string | undefined;
  if (text === undefined) throw new TypeError("A body is not JSON.");
  return text;
}

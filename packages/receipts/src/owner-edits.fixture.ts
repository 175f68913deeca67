import type { CopiedPart, Doc, Entry, Head, Storage } from "@agent-treasury/provider";
import { statedTree, TreeWalk, verifyCopy } from "@agent-treasury/treasury-core/verify";
import { pay, receiptTreasury } from "./receipts.fixture.ts";

const workspaceId = "demo";

interface Contents {
  readonly head: Head;
  readonly docs: readonly Doc[];
  readonly entries: readonly Entry[];
}

async function contentsOf(storage: Storage, id: string): Promise<Contents | null> {
  const parts: CopiedPart[] = [];
  for await (const part of storage.copy(id)) parts.push(part);
  const [head] = parts.flatMap((part) => (part.kind === "head" ? [part.head] : []));
  if (head === undefined) return null;
  return {
    head,
    docs: parts.flatMap((part) => (part.kind === "doc" ? [part.doc] : [])),
    entries: parts.flatMap((part) => (part.kind === "entry" ? [part.entry] : [])),
  };
}

/** A database as its owner replaced it: the contents of `storage` in another one. */
async function restored(storage: Storage, into: Storage): Promise<Storage> {
  for (const id of [workspaceId, "~deployment"]) {
    const contents = await contentsOf(storage, id);
    if (contents === null) continue;
    const { head, docs, entries } = contents;
    const next = { ...head, version: 1n };
    const commit = { id: "0".repeat(32), workspaceId: id, expectedVersion: 0n, next };
    await into.commit([{ ...commit, entries, put: docs, create: [], claim: [] }]);
  }
  return into;
}

/** Spends without a person, one for each amount. Returns a checkpoint. */
async function spend(storage: Storage, amounts: readonly number[]): Promise<string> {
  const treasury = receiptTreasury({ storage });
  for (const amount of amounts) await pay(treasury, amount);
  const { checkpoint } = await treasury.receipts.checkpoint();
  return checkpoint;
}

/** Returns what is wrong with a database for someone who has checkpoints of it. */
async function problemFor(storage: Storage, held: readonly string[]): Promise<string | null> {
  const trees = held.flatMap((note) => statedTree(note) ?? []);
  const walks = [new TreeWalk(trees)];
  return (await verifyCopy(workspaceId, storage.copy(workspaceId), [], walks)).problem;
}

export interface OwnerEdit {
  readonly edit: string;
  /** With the checkpoint, and without. Null if nothing was found. */
  readonly withCheckpoint: string | null;
  readonly without: string | null;
}

/**
 * Replaces a database of twelve spends in several ways. Each replacement is a chain of its own, which the
 * treasury itself wrote and signed.
 *
 * @param open opens an empty storage.
 */
export async function ownerEdits(open: () => Storage): Promise<readonly OwnerEdit[]> {
  const opened: Storage[] = [];
  const empty = (): Storage => {
    const storage = open();
    opened.push(storage);
    return storage;
  };
  const original = empty();
  await spend(original, [1, 2]);
  const beginning = await restored(original, empty());
  const rest = [3, 4, 5, 6, 7, 8, 9, 1.5, 2.5, 3.5];
  const held = await spend(original, rest);
  const complete = await restored(original, empty());
  await spend(original, [4.5]);
  const fork = async (from: Storage, amounts: readonly number[]): Promise<Storage> => {
    const storage = await restored(from, empty());
    await spend(storage, amounts);
    return storage;
  };
  const [third = 0, fourth = 0, ...others] = rest;
  const edits: readonly (readonly [edit: string, storage: Storage])[] = [
    ["nothing", original],
    ["one amount", await fork(beginning, [third, 4.01, ...others])],
    ["the newest ten removed", beginning],
    ["another order", await fork(beginning, [fourth, third, ...others])],
    ["a fork", await fork(beginning, [9, 8, 7, 6, 5, 4, 3, 1.1, 1.2, 1.3, 1.4])],
    ["newer entries only", await fork(complete, [8.75])],
  ];
  const found: OwnerEdit[] = [];
  for (const [edit, storage] of edits) {
    const [withCheckpoint, without] = [
      await problemFor(storage, [held]),
      await problemFor(storage, []),
    ];
    found.push({ edit, withCheckpoint, without });
  }
  for (const storage of opened) await storage.close();
  return found;
}

const rewritten = "The first 12 entries are not those of a checkpoint: the ledger was rewritten.";

/** What `ownerEdits` finds in every storage. */
export const expectedEdits: readonly OwnerEdit[] = [
  { edit: "nothing", withCheckpoint: null, without: null },
  { edit: "one amount", withCheckpoint: rewritten, without: null },
  {
    edit: "the newest ten removed",
    withCheckpoint: "A checkpoint covers 12 entries, but there are 2.",
    without: null,
  },
  { edit: "another order", withCheckpoint: rewritten, without: null },
  { edit: "a fork", withCheckpoint: rewritten, without: null },
  // A checkpoint does not cover what is newer.
  { edit: "newer entries only", withCheckpoint: null, without: null },
];

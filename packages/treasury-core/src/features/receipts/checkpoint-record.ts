import type { Doc, Key } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";

export const checkpointKey: Key = { kind: "checkpoint", id: "newest" };

/** The newest checkpoint, and how far the tree is filled. */
export interface CheckpointRecord {
  /** Leaves of the tree. Higher than that of `note` after an interrupted extension. */
  readonly size: number;
  /** A C2SP signed note. Null before the first. */
  readonly note: string | null;
  /** The key that signed it. A copy of the database, and a rotation, have others. */
  readonly kid: string | null;
  readonly at: number;
}

const noCheckpoint: CheckpointRecord = { size: 0, note: null, kid: null, at: 0 };

export function checkpointFrom(docs: readonly Doc[]): CheckpointRecord {
  const doc = docs.find(({ kind }) => kind === checkpointKey.kind);
  return doc === undefined ? noCheckpoint : fromStored<CheckpointRecord>(doc.body);
}

/** Sequences of the entries of a spend that its proposal does not name. */
export function entriesKey(proposalId: string): Key {
  return { kind: "receipt_entries", id: proposalId };
}

export const receiptKinds: readonly string[] = [
  checkpointKey.kind,
  entriesKey("").kind,
  "merkle_tile",
  "signing_keys",
];

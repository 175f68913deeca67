import type { Doc, Entry, Key } from "@agent-treasury/provider";
import { SortedList } from "./sorted-list.ts";

export interface ListedPlace {
  readonly epoch: number;
  readonly ordinal: bigint;
  /** Empty for the position before all documents with that ordinal. */
  readonly id: string;
}

export function compare<Value extends string | number | bigint>(left: Value, right: Value): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

export function compareOpen(left: Doc, right: Doc): number {
  return (
    compare(left.epoch, right.epoch) ||
    compareOrdinal(left.ordinal, right.ordinal) ||
    compare(left.kind, right.kind) ||
    compare(left.id, right.id)
  );
}

export function compareKeys(left: Key, right: Key): number {
  return compare(left.kind, right.kind) || compare(left.id, right.id);
}

export function entryList(): SortedList<Entry, bigint> {
  return new SortedList((entry) => entry.sequence, compare);
}

export function docList(): SortedList<Doc, ListedPlace> {
  return new SortedList(listedPlace, compareListed);
}

export function listedPlace(doc: Doc): ListedPlace {
  return { epoch: doc.epoch, ordinal: doc.ordinal ?? 0n, id: doc.id };
}

function compareListed(left: ListedPlace, right: ListedPlace): number {
  return (
    compare(left.epoch, right.epoch) ||
    compare(left.ordinal, right.ordinal) ||
    compare(left.id, right.id)
  );
}

function compareOrdinal(left: bigint | null, right: bigint | null): number {
  if (left === null || right === null)
    return compare(Number(left !== null), Number(right !== null));
  return compare(left, right);
}

import type { Doc, Entry } from "@agent-treasury/provider";

const beforeOrdinals = -(2n ** 63n) - 1n;

/** By epoch, ordinal (null first), kind and id. */
export function byPlace(left: Doc, right: Doc): number {
  return (
    left.epoch - right.epoch ||
    compare(left.ordinal ?? beforeOrdinals, right.ordinal ?? beforeOrdinals) ||
    compare(left.kind, right.kind) ||
    compare(left.id, right.id)
  );
}

export function newestDocFirst(left: Doc, right: Doc): number {
  return byPlace(right, left);
}

export function bySequence(left: Entry, right: Entry): number {
  return compare(left.sequence, right.sequence);
}

/** Compares text by code units, like the database. */
export function compare<Value extends string | bigint>(left: Value, right: Value): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

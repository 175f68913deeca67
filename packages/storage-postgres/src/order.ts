import type { Doc, Entry } from "@agent-treasury/provider";

/** By epoch, ordinal (null first), kind and id. */
export function byPlace(left: Doc, right: Doc): number {
  return (
    left.epoch - right.epoch ||
    compareOrdinals(left.ordinal, right.ordinal) ||
    compareTexts(left.kind, right.kind) ||
    compareTexts(left.id, right.id)
  );
}

export function newestDocFirst(left: Doc, right: Doc): number {
  return byPlace(right, left);
}

export function bySequence(left: Entry, right: Entry): number {
  return left.sequence < right.sequence ? -1 : 1;
}

/** By code units, like the database. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function compareOrdinals(left: bigint | null, right: bigint | null): number {
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? -1 : 1;
  return left < right ? -1 : 1;
}

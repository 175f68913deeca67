import type { Json, Doc, Key } from "@agent-treasury/provider";

/** A closed document that is kept for good: in no listing, and nobody ever has to look at it. */
export function keptDoc({ kind, id }: Key, epoch: number, body: Json): Doc {
  return { kind, id, epoch, ordinal: null, open: false, dueAt: null, expiresAt: null, body };
}

import type { Json, Doc, Key } from "@agent-treasury/provider";

/** A closed document that never expires and appears in no list. Others override a field of it. */
export function keptDoc({ kind, id }: Key, epoch: number, body: Json): Doc {
  return { kind, id, epoch, ordinal: null, open: false, dueAt: null, expiresAt: null, body };
}

import type { Json } from "../ports/json.ts";
import type { Doc, Key } from "../ports/storage.ts";

/** A closed document that is kept for good: in no listing, and nobody ever has to look at it. */
export function keptDoc({ kind, id }: Key, epoch: number, body: Json): Doc {
  return { kind, id, epoch, ordinal: null, open: false, dueAt: null, expiresAt: null, body };
}

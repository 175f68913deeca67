import type { Doc } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import { type Cursor, cursorKey } from "./cursor.ts";

/** Null after `removedCursor`. */
export function cursorFromDoc({ body }: Doc): Cursor | null {
  return body === null ? null : fromStored<Cursor>(body);
}

export function cursorToDoc(cursor: Cursor, epoch: number, dueAt: number | null): Doc {
  const key = cursorKey(cursor);
  const body = toStored(cursor);
  return { ...key, epoch, ordinal: null, open: false, dueAt, expiresAt: null, body };
}

/** The next purge removes the document. */
export function removedCursor(cursor: Cursor, epoch: number, now: number): Doc {
  return { ...cursorToDoc(cursor, epoch, null), expiresAt: now, body: null };
}

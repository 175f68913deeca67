import type { Storage } from "@agent-treasury/provider";
import { eventRecordKey } from "../recording/event-record.ts";
import { markedOrdinals } from "./cursor-marks.ts";
import type { Cursor } from "./cursor.ts";
import { type LoadedRecords, loadRecords, recordsIn } from "./event-records.ts";

/**
 * Whether a backup of the workspace was restored: the cursor is ahead of the newest record, or the
 * last delivered record is another one. The record must be loaded.
 */
export function isReplaced(
  { ordinal, marks }: Pick<Cursor, "ordinal" | "marks">,
  { records, newest }: LoadedRecords,
): boolean {
  if (ordinal > newest) return true;
  const [last] = markedOrdinals(marks);
  const found = records.find((record) => record.ordinal === last);
  return found !== undefined && found.id !== marks?.[found.ordinal];
}

/** Returns the cursors whose workspace was restored. */
export async function replacedAmong(
  storage: Storage,
  cursors: readonly Cursor[],
): Promise<ReadonlySet<Cursor>> {
  if (cursors.length === 0) return new Set();
  const requests = cursors.map(({ workspaceId, marks }) => ({
    workspaceId,
    keys: markedOrdinals(marks).slice(0, 1).map(eventRecordKey),
  }));
  const snapshots = await storage.load(requests);
  return new Set(
    cursors.filter((cursor, place) => isReplaced(cursor, recordsIn(snapshots[place]))),
  );
}

/**
 * Returns the ordinal of the newest record that was delivered and still exists. Without such a
 * record, returns the position of a new cursor.
 */
export async function newestCommon(
  storage: Storage,
  { workspaceId, ordinal, marks }: Cursor,
  since: number,
): Promise<number> {
  const marked = markedOrdinals(marks).filter((one) => one <= ordinal);
  const { records, newest } = await loadRecords(storage, workspaceId, marked);
  const common = records.findLast((record) => record.id === marks?.[record.ordinal]);
  return common?.ordinal ?? (since <= newest ? since : 0);
}

import type { Key } from "@agent-treasury/provider";
import { expiredMark, type Marks, marksThrough, withMark } from "./cursor-marks.ts";
import { cursorKind } from "./cursor-workspace.ts";

/** Parked events at which a cursor stops. */
export const maximumParked = 100;
const maximumGivenUp = 100;
const maximumRecent = 20;
const retainedMs = 7 * 86_400_000;

/** How far a target has received the events of a workspace. */
export interface Cursor {
  readonly workspaceId: string;
  readonly target: string;
  /** Ordinal of the last event record that is done. */
  readonly ordinal: number;
  /** Events that are done of the next record. */
  readonly index: number;
  readonly lease: CursorLease | null;
  /** In the order of the events. */
  readonly parked: readonly ParkedEntry[];
  /** Newest last. */
  readonly recent: readonly RecentEntry[];
  /** Records that expired undelivered. */
  readonly missed: number;
  /** Ids of some records that are done, by ordinal. Missing in cursors of earlier versions. */
  readonly marks?: Marks;
}

export interface CursorLease {
  readonly holder: string;
  /** Milliseconds since 1970, as are all times of a cursor. */
  readonly until: number;
}

/** Position of an event: the ordinal of its record, and its index there. */
export interface EventPlace {
  readonly ordinal: number;
  readonly index: number;
}

/** A number of records that have expired, and the ordinal of the last one. */
export interface EventGapPlace {
  readonly commits: number;
  readonly through: number;
}

export interface ParkedEntry extends EventPlace {
  readonly eventId: string;
  readonly kind: string;
  /** Events of one subject are delivered in order. */
  readonly subject: string | null;
  readonly at: number;
  /** 0 for an event that waits for an earlier one of its subject. */
  readonly attempts: number;
  readonly nextAt: number;
  readonly failure: string;
  readonly isGivenUp: boolean;
}

export interface RecentEntry {
  readonly eventId: string;
  readonly kind: string;
  readonly at: number;
  readonly succeeded: boolean;
  readonly note: string | null;
  readonly milliseconds: number;
}

/** A pure function, because the command that writes it may run on a newer cursor. */
export type CursorChange = (cursor: Cursor) => Cursor;

/** Ids of workspaces contain no slash. */
export function cursorKey({ workspaceId, target }: Pick<Cursor, "workspaceId" | "target">): Key {
  return { kind: cursorKind, id: `${workspaceId}/${target}` };
}

export function newCursor(workspaceId: string, target: string, since: number): Cursor {
  const nothing = { lease: null, parked: [], recent: [], missed: 0 };
  return { workspaceId, target, ordinal: since, index: 0, ...nothing };
}

/** Sets the position behind an event of a record. */
export function passed(
  { ordinal, index }: EventPlace,
  isLast: boolean,
  recordId: string,
): CursorChange {
  const place = isLast ? { ordinal, index: 0 } : { ordinal: ordinal - 1, index: index + 1 };
  return (cursor) => ({ ...cursor, ...place, marks: withMark(cursor.marks, ordinal, recordId) });
}

/** Sets the position behind records that have expired. */
export function passedGap({ commits, through }: EventGapPlace): CursorChange {
  return (cursor) => ({
    ...cursor,
    ordinal: through,
    index: 0,
    missed: cursor.missed + commits,
    marks: withMark(cursor.marks, through, expiredMark),
  });
}

export function parked(entry: ParkedEntry): CursorChange {
  return (cursor) => {
    const others = cursor.parked.filter(({ eventId }) => eventId !== entry.eventId);
    return { ...cursor, parked: withoutOldest([...others, entry].toSorted(byPlace)) };
  };
}

export function unparked(eventIds: ReadonlySet<string>): CursorChange {
  return (cursor) => ({
    ...cursor,
    parked: cursor.parked.filter(({ eventId }) => !eventIds.has(eventId)),
  });
}

export function remembered(entry: RecentEntry): CursorChange {
  return (cursor) => ({ ...cursor, recent: [...cursor.recent, entry].slice(-maximumRecent) });
}

export function missedRecords(commits: number): CursorChange {
  return (cursor) => ({ ...cursor, missed: cursor.missed + commits });
}

/** Begins again behind a record, because the history was replaced by a backup. */
export function begunAgain(ordinal: number): CursorChange {
  return (cursor) => ({ ...cursor, ordinal, index: 0, marks: marksThrough(cursor.marks, ordinal) });
}

function byPlace(left: EventPlace, right: EventPlace): number {
  return left.ordinal - right.ordinal || left.index - right.index;
}

/** Drops the oldest events that were given up, beyond a number. */
function withoutOldest(entries: readonly ParkedEntry[]): readonly ParkedEntry[] {
  let surplus = entries.filter(({ isGivenUp }) => isGivenUp).length - maximumGivenUp;
  return entries.filter(({ isGivenUp }) => !isGivenUp || (surplus -= 1) < 0);
}

/** Forgets events that were given up and have expired since. */
export function withoutExpired(cursor: Cursor, now: number): Cursor {
  const entries = cursor.parked.filter(({ isGivenUp, at }) => !isGivenUp || at > now - retainedMs);
  return { ...cursor, parked: entries };
}

export function isStopped({ parked: entries }: Cursor): boolean {
  return entries.filter(({ isGivenUp }) => !isGivenUp).length >= maximumParked;
}

/** Whether an earlier event of the subject is parked. */
export function isBlocked({ parked: entries }: Cursor, subject: string | null): boolean {
  return subject !== null && entries.some((one) => one.subject === subject && !one.isGivenUp);
}

/** Returns parked events that no other one precedes in its subject. */
export function retriesOf({ parked: entries }: Cursor): readonly ParkedEntry[] {
  const subjects = new Set<string>();
  return entries.filter(({ subject, isGivenUp }) => {
    if (isGivenUp || (subject !== null && subjects.has(subject))) return false;
    if (subject !== null) subjects.add(subject);
    return true;
  });
}

/** Null if nothing is parked. */
export function nextRetryAt(cursor: Cursor): number | null {
  const times = retriesOf(cursor).map(({ nextAt }) => nextAt);
  return times.length === 0 ? null : Math.min(...times);
}

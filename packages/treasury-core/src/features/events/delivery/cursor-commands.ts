import type { Key } from "@agent-treasury/provider";
import { type Command, changed, unchanged } from "../../../kernel/ledger/command.ts";
import { isLeaseOver } from "../../../kernel/ledger/lease-over.ts";
import type { LedgerState } from "../../../kernel/ledger/ledger-state.ts";
import { cursorFromDoc, cursorToDoc, removedCursor } from "./cursor-doc.ts";
import {
  type Cursor,
  type CursorChange,
  cursorKey,
  isStopped,
  newCursor,
  nextRetryAt,
  type ParkedEntry,
  withoutExpired,
} from "./cursor.ts";
import { leaseMs, longestLeaseMs } from "./delivery-times.ts";

export interface CursorName {
  readonly workspaceId: string;
  readonly target: string;
}

export type Lease =
  | { readonly kind: "taken"; readonly cursor: Cursor; readonly now: number }
  /** Another holder has it. */
  | { readonly kind: "held"; readonly ordinal: number }
  /** The wanted record is done, and no parked event is due. */
  | { readonly kind: "idle"; readonly cursor: Cursor; readonly now: number };

export interface LeaseRequest {
  readonly holder: string;
  /** Position of a new cursor. */
  readonly since: number;
  /** Ordinal of the record to deliver. */
  readonly wanted: number;
}

/** Takes the lease if there is something to deliver. */
export function takeLease(name: CursorName, request: LeaseRequest): Command<Lease> {
  const { holder, since, wanted } = request;
  return {
    name: "take_cursor",
    reduce: (ledger, now) => {
      const { workspaceId, target } = name;
      const known = cursorIn(ledger, cursorKey(name)) ?? newCursor(workspaceId, target, since);
      const { ordinal, lease } = known;
      if (isHeld(known, now) && lease?.holder !== holder) {
        return unchanged({ kind: "held", ordinal });
      }
      const retryAt = nextRetryAt(known);
      const canAdvance = ordinal < wanted && !isStopped(known);
      if (!canAdvance && lease === null && (retryAt === null || retryAt > now)) {
        return unchanged({ kind: "idle", cursor: known, now });
      }
      const until = now + leaseMs;
      const cursor = { ...known, lease: { holder, until } };
      const put = [cursorToDoc(cursor, ledger.head.epoch, until)];
      const answer = { kind: "taken", cursor, now } as const;
      return changed(ledger, answer, { put });
    },
  };
}

/** False if another holder has taken the lease. */
export function renewLease(name: CursorName, holder: string): Command<boolean> {
  return {
    name: "renew_cursor_lease",
    reduce: (ledger, now) => {
      const known = cursorIn(ledger, cursorKey(name));
      if (known?.lease?.holder !== holder) return unchanged(false);
      const until = now + leaseMs;
      const put = [cursorToDoc({ ...known, lease: { holder, until } }, ledger.head.epoch, until)];
      return changed(ledger, true, { put });
    },
  };
}

export interface Progress {
  readonly holder: string;
  readonly changes: readonly CursorChange[];
  /** Whether the lease is released instead of renewed. */
  readonly isOver: boolean;
  /** Whether events remain that are not parked, so that a released cursor is due at once. */
  readonly hasMore: boolean;
}

/** Null if another holder has taken the lease. The progress is then lost, and events may repeat. */
export function saveProgress(name: CursorName, progress: Progress): Command<Cursor | null> {
  return {
    name: "advance_cursor",
    reduce: (ledger, now) => {
      const known = cursorIn(ledger, cursorKey(name));
      if (known?.lease?.holder !== progress.holder) return unchanged(null);
      const { holder, isOver, hasMore } = progress;
      const lease = isOver ? null : { holder, until: now + leaseMs };
      const after = progress.changes.reduce((cursor, change) => change(cursor), known);
      const cursor = withoutExpired({ ...after, lease }, now);
      const released = hasMore ? now : nextRetryAt(cursor);
      const put = [cursorToDoc(cursor, ledger.head.epoch, lease?.until ?? released)];
      return changed(ledger, cursor, { put });
    },
  };
}

/** Makes parked events due, also those that were given up: one, or all of them for null. */
export function replayParked(name: CursorName, eventId: string | null): Command<null> {
  const isReplayed = (one: ParkedEntry): boolean => eventId === null || eventId === one.eventId;
  return {
    name: "replay_events",
    reduce: (ledger, now) => {
      const known = cursorIn(ledger, cursorKey(name));
      if (known === null || !known.parked.some(isReplayed)) return unchanged(null);
      const parked = known.parked.map((one) =>
        isReplayed(one) ? { ...one, isGivenUp: false, nextAt: now } : one,
      );
      const put = [cursorToDoc({ ...known, parked }, ledger.head.epoch, known.lease?.until ?? now)];
      return changed(ledger, null, { put });
    },
  };
}

export function removeCursor(name: CursorName): Command<null> {
  return {
    name: "remove_cursor",
    reduce: (ledger, now) => {
      const known = cursorIn(ledger, cursorKey(name));
      if (known === null) return unchanged(null);
      return changed(ledger, null, { put: [removedCursor(known, ledger.head.epoch, now)] });
    },
  };
}

const postponedMs = 3_600_000;
const retainedMs = 7 * 86_400_000;

/** Makes the cursor of a target that its consumer does not list due less often, and finally never. */
export function postponeCursor(name: CursorName): Command<null> {
  return {
    name: "postpone_cursor",
    reduce: (ledger, now) => {
      const known = cursorIn(ledger, cursorKey(name));
      if (known === null || isHeld(known, now)) return unchanged(null);
      // The target may be listed again while its parked events exist.
      const isAwaited = known.parked.some(({ at }) => at > now - retainedMs);
      const dueAt = isAwaited ? now + postponedMs : null;
      const put = [cursorToDoc({ ...known, lease: null }, ledger.head.epoch, dueAt)];
      return changed(ledger, null, { put });
    },
  };
}

export function isHeld({ lease }: Cursor, now: number): boolean {
  return lease !== null && !isLeaseOver(lease.until, now, longestLeaseMs);
}

/** Requested instead of listed in `reads`, so that the committer's cache serves repetitions. */
function cursorIn(ledger: LedgerState, key: Key): Cursor | null {
  const [doc] = ledger.request([key]);
  return doc === undefined ? null : cursorFromDoc(doc);
}

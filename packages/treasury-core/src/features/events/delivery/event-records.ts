import type { Snapshot, Storage } from "@agent-treasury/provider";
import { accountFromRecord } from "../../../kernel/ledger/account.ts";
import type { RecordedEvent } from "../../../kernel/ledger/recorded-event.ts";
import { type EventRecord, eventRecordFromDoc, eventRecordKey } from "../recording/event-record.ts";

export interface LoadedRecords {
  /** Ordinal of the newest record; 0 without one. */
  readonly newest: number;
  /** Those that have not expired, by ordinal. */
  readonly records: readonly EventRecord[];
}

/** Reads records and the newest ordinal at one moment. */
export async function loadRecords(
  storage: Storage,
  workspaceId: string,
  ordinals: readonly number[],
): Promise<LoadedRecords> {
  const [snapshot] = await storage.load([{ workspaceId, keys: ordinals.map(eventRecordKey) }]);
  return recordsIn(snapshot);
}

export function recordsIn(snapshot: Snapshot | undefined): LoadedRecords {
  const records = (snapshot?.found ?? []).map(eventRecordFromDoc);
  return {
    newest: newestIn(snapshot),
    records: records.toSorted((left, right) => left.ordinal - right.ordinal),
  };
}

export function newestIn(snapshot: Snapshot | undefined): number {
  if (!snapshot?.head) return 0;
  return accountFromRecord(snapshot.head.account).events?.newest ?? 0;
}

/** The proposal or the turn, whose events are delivered in order. */
export function subjectOf(event: RecordedEvent): string | null {
  if ("proposalId" in event) return `proposal ${event.proposalId}`;
  return "turnId" in event ? `turn ${event.turnId}` : null;
}

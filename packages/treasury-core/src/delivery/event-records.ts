import type { Doc, Key, Snapshot, Storage } from "@agent-treasury/provider";
import type { EventRecord, RecordedEvent } from "../events/recorded-event.ts";
import { accountFromRecord } from "../ledger/account.ts";

export const eventKind = "event";

export function eventKey(ordinal: number): Key {
  return { kind: eventKind, id: String(ordinal) };
}

function recordFromDoc({ id: ordinal, body }: Doc): EventRecord {
  return { ...(body as unknown as Omit<EventRecord, "ordinal">), ordinal: Number(ordinal) };
}

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
  const keys = ordinals.map(eventKey);
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  const found = snapshot?.found ?? [];
  const records = found.map(recordFromDoc).toSorted((left, right) => left.ordinal - right.ordinal);
  return { newest: newestIn(snapshot), records };
}

export function newestIn(snapshot: Snapshot | undefined): number {
  if (!snapshot?.head) return 0;
  return accountFromRecord(snapshot.head.account).events?.newest ?? 0;
}

export function eventIdOf({ id }: EventRecord, index: number): string {
  return `evt_${id}_${index}`;
}

/** The proposal or the turn, whose events are delivered in order. */
export function subjectOf(event: RecordedEvent): string | null {
  if ("proposalId" in event) return `proposal ${event.proposalId}`;
  return "turnId" in event ? `turn ${event.turnId}` : null;
}

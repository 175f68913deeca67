import type { Head, Storage } from "@agent-treasury/provider";
import { composeTreasury } from "../../../create/compose-features.ts";
import type { TreasuryTerms } from "../../../create/features.ts";
import { eventKind, type EventRecorder } from "../../../kernel/ledger/event-recorder.ts";
import type { RecordedEvent } from "../../../kernel/ledger/recorded-event.ts";
import { type EventRecord, eventRecordFromDoc } from "./event-record.ts";
import { type RecorderOptions, treasuryRecorder } from "./treasury-recorder.ts";

/** Returns the event records of a workspace by ordinal. */
export async function recordsIn(storage: Storage, workspaceId: string): Promise<EventRecord[]> {
  const records: EventRecord[] = [];
  for await (const part of storage.copy(workspaceId)) {
    if (part.kind === "doc" && part.doc.kind === eventKind) {
      records.push(eventRecordFromDoc(part.doc));
    }
  }
  return records.toSorted((left, right) => left.ordinal - right.ordinal);
}

export async function eventsIn(storage: Storage, workspaceId: string): Promise<RecordedEvent[]> {
  return (await recordsIn(storage, workspaceId)).flatMap(({ events }) => events);
}

export async function headOf(storage: Storage, workspaceId: string): Promise<Head | null> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [] }]);
  return snapshot?.head ?? null;
}

/** Decisions are named by their outcome and author. */
export function kindOf(event: RecordedEvent): string {
  return event.kind === "proposalDecided" ? `${event.decision} by ${event.by}` : event.kind;
}

const { eventsOf } = composeTreasury({} as TreasuryTerms, {});

export function testRecorder(options: RecorderOptions): EventRecorder {
  return treasuryRecorder(options, eventsOf);
}

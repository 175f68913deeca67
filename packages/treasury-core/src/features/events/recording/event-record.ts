import type { Doc, Json, Key } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import { eventKind } from "../../../kernel/ledger/event-recorder.ts";
import type { EventRecord, RecordedEvent } from "../../../kernel/ledger/recorded-event.ts";
import { eventsFromJson } from "../../../kernel/ledger/stored-events.ts";

interface StoredRecord extends Pick<EventRecord, "id" | "at"> {
  readonly events: readonly Json[];
}

export function eventRecordKey(ordinal: number): Key {
  return { kind: eventKind, id: ordinal.toString() };
}

export function eventRecordFromDoc({ id, body }: Doc): EventRecord {
  const record = fromStored<StoredRecord>(body);
  const events = fromStored<readonly RecordedEvent[]>(eventsFromJson(record.events));
  return { ordinal: Number(id), id: record.id, at: record.at, events };
}

/** The same for every delivery of the event. */
export function eventIdOf({ id }: EventRecord, index: number): string {
  return `evt_${id}_${index}`;
}

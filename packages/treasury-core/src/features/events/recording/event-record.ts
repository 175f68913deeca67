import type { Doc, Json, Key } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import {
  type EventBatch,
  eventKind,
  eventsFromJson,
} from "../../../kernel/ledger/event-recorder.ts";
import type { RecordedEvent } from "../../../kernel/ledger/recorded-event.ts";

/** The events of one commit. */
export interface EventRecord extends Omit<EventBatch, "events"> {
  readonly events: readonly RecordedEvent[];
}

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

import type { Doc, Key } from "@agent-treasury/provider";
import { eventKind } from "../ledger/event-recorder.ts";
import type { EventRecord } from "./recorded-event.ts";

export function eventRecordKey(ordinal: number): Key {
  return { kind: eventKind, id: ordinal.toString() };
}

export function eventRecordFromDoc({ id, body }: Doc): EventRecord {
  const record = body as unknown as Omit<EventRecord, "ordinal">;
  return { ordinal: Number(id), ...record };
}

/** The same for every delivery of the event. */
export function eventIdOf({ id }: EventRecord, index: number): string {
  return `evt_${id}_${index}`;
}

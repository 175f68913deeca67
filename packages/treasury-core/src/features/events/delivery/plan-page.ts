import type { RecordedEvent } from "../../../kernel/ledger/recorded-event.ts";
import { eventIdOf, type EventRecord } from "../recording/event-record.ts";
import type { Cursor, EventPlace } from "./cursor.ts";
import { subjectOf } from "./event-records.ts";

const eventsInPage = 500;

/** An event to deliver. */
export interface PlannedEvent extends EventPlace {
  readonly eventId: string;
  readonly recordId: string;
  readonly at: number;
  readonly subject: string | null;
  readonly recorded: RecordedEvent;
  /** Whether it is the last event of its record. */
  readonly isLast: boolean;
}

export type PlannedStep =
  | { readonly kind: "event"; readonly event: PlannedEvent }
  /** The target does not receive the events up to this one. */
  | { readonly kind: "skip"; readonly event: PlannedEvent }
  | {
      readonly kind: "gap";
      readonly commits: number;
      /** Ordinal of the last missing record. */
      readonly through: number;
      /** Time of the record behind the gap, if it was loaded. */
      readonly until: number | null;
    };

/**
 * Plans the delivery of the records behind a cursor. Missing ones have expired.
 *
 * @param through the last ordinal that was looked up.
 */
export function planPage(
  cursor: Cursor,
  records: readonly EventRecord[],
  through: number,
  kinds: readonly string[] | null,
): readonly PlannedStep[] {
  const steps: PlannedStep[] = [];
  let next = cursor.ordinal + 1;
  let events = 0;
  for (const record of records) {
    if (events >= eventsInPage) return steps;
    if (record.ordinal < next) continue;
    if (record.ordinal > next) steps.push(gapBefore(record.ordinal, next, record.at));
    const done = record.ordinal === cursor.ordinal + 1 ? cursor.index : 0;
    for (let index = done; index < record.events.length; index += 1) {
      const event = plannedEvent(record, index);
      const isWanted = kinds === null || kinds.includes(event.recorded.kind);
      if (isWanted) steps.push({ kind: "event", event });
      else steps.push({ kind: "skip", event });
      events += 1;
    }
    next = record.ordinal + 1;
  }
  if (next <= through) steps.push(gapBefore(through + 1, next, null));
  return steps;
}

function gapBefore(ordinal: number, next: number, until: number | null): PlannedStep {
  return { kind: "gap", commits: ordinal - next, through: ordinal - 1, until };
}

export function plannedEvent(record: EventRecord, index: number): PlannedEvent {
  const { ordinal, at, events } = record;
  const recorded = events[index];
  if (recorded === undefined) throw new Error(`The event record ${ordinal} has no event ${index}.`);
  return {
    ordinal,
    index,
    eventId: eventIdOf(record, index),
    recordId: record.id,
    at,
    subject: subjectOf(recorded),
    recorded,
    isLast: index === events.length - 1,
  };
}

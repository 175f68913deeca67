import type { Doc, Key } from "@agent-treasury/provider";
import {
  type Counter,
  type CounterKey,
  counterToJson,
  emptyCounter,
  type Limit,
  type LocalClock,
  retainedUntil,
} from "@agent-treasury/rules";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import { readCounter } from "../../ledger/rule-state.ts";
import { ValueDoc } from "../../ledger/value-doc.ts";

export const counterKind = "counter";

export function counterDocKey({ counter, group }: CounterKey): Key {
  return { kind: counterKind, id: group === null ? counter : `${counter}.${group}` };
}

/** Requires that the command requested the document. */
export function counterFrom(ledger: LedgerState, key: Key): Counter {
  return counterIn(ledger.doc(key), ledger.head.epoch);
}

/** A reset ends the usage of earlier epochs. */
export function counterIn(doc: Doc | undefined, epoch: number): Counter {
  if (doc === undefined || doc.epoch !== epoch) return emptyCounter;
  return doc instanceof ValueDoc ? (doc as ValueDoc<Counter>).value : readCounter(doc.id, doc.body);
}

export function counterToDoc(
  key: Key,
  epoch: number,
  counter: Counter,
  limit: Pick<Limit, "window"> | null,
  clock: LocalClock,
  now: number,
): Doc {
  const isRemoved = limit === null && key.kind === counterKind;
  const expiresAt = isRemoved
    ? removedUntil(counter, now)
    : limit && retainedUntil(counter, limit.window, clock, now);
  return new ValueDoc(key, epoch, expiresAt, counter, roughBytesOf(counter), counterToJson);
}

const bytesOfASpan = 64;
const bytesOfAPayee = 48;

function roughBytesOf({ spans, heldPayees }: Counter): number {
  const payees = spans.reduce((sum, span) => sum + span.payees.length, heldPayees.length);
  return (spans.length + 1) * bytesOfASpan + payees * bytesOfAPayee;
}

const longestWindowMs = 366 * 86_400_000;

/** The rule may be published again, with any window. Rolling ones are retained for twice as long. */
function removedUntil({ held, heldCount }: Counter, now: number): number | null {
  return held > 0n || heldCount > 0 ? null : now + 2 * longestWindowMs;
}

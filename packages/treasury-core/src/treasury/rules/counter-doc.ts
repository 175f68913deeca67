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

export const counterKind = "counter";

export function counterDocKey({ counter, group }: CounterKey): Key {
  return { kind: counterKind, id: group === null ? counter : `${counter}.${group}` };
}

/** Requires that the command requested the document. A reset ends its usage. */
export function counterFrom(ledger: LedgerState, key: Key): Counter {
  const doc = ledger.doc(key);
  return doc === undefined || doc.epoch !== ledger.head.epoch
    ? emptyCounter
    : readCounter(doc.id, doc.body);
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
  const place = { epoch, ordinal: null, open: false, dueAt: null };
  return { ...key, ...place, expiresAt, body: counterToJson(counter) };
}

const longestWindowMs = 366 * 86_400_000;

/** The rule may be published again, with any window. Rolling ones are retained for twice as long. */
function removedUntil({ held, heldCount }: Counter, now: number): number | null {
  return held > 0n || heldCount > 0 ? null : now + 2 * longestWindowMs;
}

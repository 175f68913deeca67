import type { Doc, Key } from "@agent-treasury/provider";
import {
  type Counter,
  counterToJson,
  emptyCounter,
  type Limit,
  type LocalClock,
  retainedUntil,
} from "@agent-treasury/rules";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import { readCounter } from "../../ledger/rule-state.ts";
import { ValueDoc } from "../../ledger/value-doc.ts";
import { roughBytesOf } from "../rules/usage-doc.ts";

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
  const expiresAt = limit && retainedUntil(counter, limit.window, clock, now);
  return new ValueDoc(key, epoch, expiresAt, counter, roughBytesOf(counter), counterToJson);
}

import type { Doc, Key } from "@agent-treasury/provider";
import {
  type Counter,
  counterToJson,
  emptyCounter,
  type Limit,
  type LocalClock,
  retainedUntil,
  type Tally,
  withTally,
} from "@agent-treasury/rules";
import { ValueDoc, valueOf } from "../../../kernel/ledger/value-doc.ts";
import { readCounter, ruleState } from "../rule-state.ts";
import { type CounterSource, roughBytesOf } from "../usage-doc.ts";

/** Returns the counter with its tally. Requires that the command requested the document. */
export function allocationCounter(source: CounterSource, key: Key): Counter {
  const { epoch, account } = source.head;
  return withTally(counterIn(source.doc(key), epoch), ruleState.of(account).tallies.get(key));
}

/** A reset ends the usage of earlier epochs. */
export function counterIn(doc: Doc | undefined, epoch: number): Counter {
  if (doc === undefined || doc.epoch !== epoch) return emptyCounter;
  return valueOf(doc, ({ id, body }) => readCounter(id, body));
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

/** The document with the spends of its tally, which end no later. */
export function counterDocWith(doc: Doc, tally: Tally): Doc {
  const { epoch, expiresAt } = doc;
  const counter = withTally(counterIn(doc, epoch), tally);
  return new ValueDoc(doc, epoch, expiresAt, counter, roughBytesOf(counter), counterToJson);
}

import type { Doc, Json, JsonObject, Key } from "@agent-treasury/provider";
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

/**
 * The counters of one agent, vendor, category or allocation, by counter id. One document for all
 * rules, because a spend moves them together.
 */
export type GroupUsage = ReadonlyMap<string, StoredCounter>;

export interface StoredCounter {
  readonly counter: Counter;
  /** Milliseconds since 1970. Null for no end. */
  readonly retainedUntil: number | null;
}

export const usageKind = "usage";

/** A counter without groups that is not in the head has a document of its own. */
export function usageKey(key: CounterKey): Key {
  return { kind: usageKind, id: usageIdOf(key) };
}

export function usageIdOf({ counter, group }: CounterKey): string {
  return group ?? counter;
}

/** A reset ends the usage of earlier epochs. */
export function usageOf(doc: Doc | undefined, epoch: number): GroupUsage {
  if (doc === undefined || doc.epoch !== epoch) return new Map();
  return doc instanceof ValueDoc ? (doc as ValueDoc<GroupUsage>).value : usageFromJson(doc.body);
}

export function counterIn(usage: GroupUsage, { counter }: CounterKey): Counter {
  return usage.get(counter)?.counter ?? emptyCounter;
}

/** Requires that the command requested the document. */
export function counterFrom(ledger: LedgerState, key: CounterKey): Counter {
  return counterIn(usageOf(ledger.doc(usageKey(key)), ledger.head.epoch), key);
}

export function storedCounter(
  counter: Counter,
  limit: Pick<Limit, "window"> | null,
  clock: LocalClock,
  now: number,
): StoredCounter {
  const until =
    limit === null ? removedUntil(counter, now) : retainedUntil(counter, limit.window, clock, now);
  return { counter, retainedUntil: until };
}

const longestWindowMs = 366 * 86_400_000;

/** The rule may be published again, with any window. Rolling ones are retained for twice as long. */
function removedUntil({ held, heldCount }: Counter, now: number): number | null {
  return held > 0n || heldCount > 0 ? null : now + 2 * longestWindowMs;
}

/** Drops counters that no window contains anymore. */
export function usageToDoc(
  id: string,
  epoch: number,
  usage: Map<string, StoredCounter>,
  now: number,
): Doc {
  let expiresAt: number | null = 0;
  let bytes = 0;
  for (const [counter, stored] of usage) {
    const until = stored.retainedUntil;
    if (until !== null && until <= now) {
      usage.delete(counter);
      continue;
    }
    expiresAt = until === null || expiresAt === null ? null : Math.max(expiresAt, until);
    bytes += roughBytesOf(stored.counter);
  }
  return new ValueDoc({ kind: usageKind, id }, epoch, expiresAt, usage, bytes, usageToJson);
}

const bytesOfASpan = 64;
const bytesOfAPayee = 48;

export function roughBytesOf({ spans, heldPayees }: Counter): number {
  let payees = heldPayees.length;
  for (const span of spans) payees += span.payees.length;
  return (spans.length + 1) * bytesOfASpan + payees * bytesOfAPayee;
}

function usageToJson(usage: GroupUsage): Json {
  const json: Record<string, Json> = {};
  for (const [id, stored] of usage) {
    json[id] = [stored.retainedUntil, counterToJson(stored.counter)];
  }
  return json;
}

function usageFromJson(json: Json): GroupUsage {
  return new Map(
    Object.entries(json as JsonObject).map(([id, stored]): [string, StoredCounter] => {
      const [until, counter] = stored as readonly [number | null, Json];
      return [id, { counter: readCounter(id, counter), retainedUntil: until }];
    }),
  );
}

import type { Doc, Json, JsonObject, Key } from "@agent-treasury/provider";
import {
  type Counter,
  type CounterKey,
  counterToJson,
  emptyCounter,
  type Limit,
  type LocalClock,
  retainedUntil,
  type Tally,
  withTally,
} from "@agent-treasury/rules";
import type { Account } from "../../kernel/ledger/account.ts";
import type { LedgerHead, LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { bytesOf, ValueDoc, valueOf } from "../../kernel/ledger/value-doc.ts";
import { readCounter, ruleState } from "./rule-state.ts";

/**
 * The counters of one agent, vendor, category or allocation, by counter id. One document for all
 * rules, because a spend moves them together.
 */
export type GroupUsage = ReadonlyMap<string, StoredCounter>;

export interface StoredCounter {
  readonly counter: Counter;
  /** Milliseconds since 1970. Null for no end. */
  readonly retainedUntil: number | null;
  /** Whether the document's tally in the head serves it. */
  readonly isTallied: boolean;
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
  return valueOf(doc, usageFromJson);
}

/** A ledger, or what was read of one. */
export interface CounterSource extends Pick<LedgerState, "doc"> {
  readonly head: Pick<LedgerHead, "epoch"> & { readonly account: Pick<Account, "slices"> };
}

/** Returns a counter with the spends of its tally. Requires that the command requested the document. */
export function ruleCounter(source: CounterSource, counterKey: CounterKey): Counter {
  const { epoch, account } = source.head;
  const key = usageKey(counterKey);
  const stored = usageOf(source.doc(key), epoch).get(counterKey.counter);
  const tally = ruleState.of(account).tallies.get(key);
  return stored === undefined ? emptyCounter : tallied(stored, tally).counter;
}

/** Returns the counters of a document with the spends of its tally. */
export function talliedUsage(usage: GroupUsage, tally: Tally): GroupUsage {
  if (tally.count === 0) return usage;
  return new Map([...usage].map(([id, stored]) => [id, tallied(stored, tally)]));
}

function tallied(stored: StoredCounter, tally: Tally): StoredCounter {
  return stored.isTallied ? { ...stored, counter: withTally(stored.counter, tally) } : stored;
}

/** @param isTallied whether the move was a charge, which tallies can contain. */
export function storedCounter(
  counter: Counter,
  limit: Pick<Limit, "window"> | null,
  isTallied: boolean,
  clock: LocalClock,
  now: number,
): StoredCounter {
  const until =
    limit === null ? removedUntil(counter, now) : retainedUntil(counter, limit.window, clock, now);
  return { counter, retainedUntil: until, isTallied };
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

/** The document with the spends of its tally, which end no later. */
export function usageDocWith(doc: Doc, tally: Tally): Doc {
  const usage = talliedUsage(usageOf(doc, doc.epoch), tally);
  return new ValueDoc(doc, doc.epoch, doc.expiresAt, usage, bytesOf(doc), usageToJson);
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
    const { retainedUntil: until, counter, isTallied } = stored;
    json[id] = [until, counterToJson(counter), ...(isTallied ? [true] : [])];
  }
  return json;
}

type StoredJson = readonly [until: number | null, counter: Json, isTallied?: true];

function usageFromJson({ body }: Doc): GroupUsage {
  return new Map(
    Object.entries(body as JsonObject).map(([id, stored]): [string, StoredCounter] => {
      const [until, counter, isTallied = false] = stored as StoredJson;
      return [id, { counter: readCounter(id, counter), retainedUntil: until, isTallied }];
    }),
  );
}

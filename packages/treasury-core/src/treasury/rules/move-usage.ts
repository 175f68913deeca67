import type { Doc, Key } from "@agent-treasury/provider";
import {
  type Counter,
  type CounterKey,
  type Limit,
  type LocalClock,
  type Move,
  recountGroup,
} from "@agent-treasury/rules";
import type { LedgerHead, LedgerState } from "../../ledger/ledger-state.ts";
import { type StoredCounter, storedCounter, usageKey, usageOf, usageToDoc } from "./usage-doc.ts";

/** A counter that a spend moves. */
export interface MovedCounter {
  readonly key: CounterKey;
  /** Null if the rule was removed. Then only holds are released. */
  readonly limit: Limit | null;
  readonly inHead: boolean;
  /** The counter before the spend. */
  readonly counter: Counter;
  /** Hash of a payee without an earlier payment. */
  readonly payee: string | null;
}

export interface UsageStep {
  readonly head: LedgerHead;
  readonly put: readonly Doc[];
}

/** @param ledger has the documents that the head's counters are not in. */
export function moveUsage(
  ledger: LedgerState,
  head: LedgerHead,
  moved: readonly MovedCounter[],
  move: Move,
  clock: LocalClock,
  now: number,
): UsageStep {
  if (moved.length === 0) return { head, put: [] };
  const { rules } = head.account;
  const counters = new Map(rules.counters);
  let { groups } = rules;
  const changed = new Map<string, ChangedUsage>();
  for (const { key, limit, inHead, counter, payee } of moved) {
    const after = move(counter, limit, payee);
    if (inHead) {
      counters.set(key.counter, after);
      continue;
    }
    usageIn(ledger, changed, key).set(key.counter, storedCounter(after, limit, clock, now));
    if (key.group === null || limit === null) continue;
    const known = groups.get(key.counter) ?? [];
    const counted = recountGroup(known, counter, after, limit.window, clock, now);
    if (counted !== known) groups = new Map(groups).set(key.counter, counted);
  }
  const account = { ...head.account, rules: { ...rules, counters, groups } };
  const put = [...changed.values()].map(({ key, usage }) =>
    usageToDoc(key, head.epoch, usage, now),
  );
  return { head: { ...head, account }, put };
}

interface ChangedUsage {
  readonly key: Key;
  readonly usage: Map<string, StoredCounter>;
}

function usageIn(
  ledger: LedgerState,
  changed: Map<string, ChangedUsage>,
  counter: CounterKey,
): ChangedUsage["usage"] {
  const key = usageKey(counter);
  const known = changed.get(key.id);
  if (known !== undefined) return known.usage;
  const usage = new Map(usageOf(ledger.doc(key), ledger.head.epoch));
  changed.set(key.id, { key, usage });
  return usage;
}

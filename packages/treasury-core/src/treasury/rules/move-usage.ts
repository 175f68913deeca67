import type { Doc } from "@agent-treasury/provider";
import {
  type Counter,
  type CounterKey,
  type Limit,
  type LocalClock,
  type Move,
  recountGroup,
} from "@agent-treasury/rules";
import type { LedgerHead } from "../../ledger/ledger-state.ts";
import {
  type GroupUsage,
  type StoredCounter,
  storedCounter,
  usageIdOf,
  usageToDoc,
} from "./usage-doc.ts";

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

/** @param usageBefore returns the counters of a document, by its id. */
export function moveUsage(
  head: LedgerHead,
  usageBefore: (id: string) => GroupUsage,
  moved: readonly MovedCounter[],
  move: Move,
  clock: LocalClock,
  now: number,
): UsageStep {
  if (moved.length === 0) return { head, put: [] };
  const { rules } = head.account;
  const counters = new Map(rules.counters);
  let { groups } = rules;
  const changed = new Map<string, Map<string, StoredCounter>>();
  for (const { key, limit, inHead, counter, payee } of moved) {
    const after = move(counter, limit, payee);
    if (inHead) {
      counters.set(key.counter, after);
      continue;
    }
    const id = usageIdOf(key);
    const usage = changed.get(id) ?? new Map(usageBefore(id));
    changed.set(id, usage.set(key.counter, storedCounter(after, limit, clock, now)));
    if (key.group === null || limit === null) continue;
    const known = groups.get(key.counter) ?? [];
    const counted = recountGroup(known, counter, after, limit.window, clock, now);
    if (counted !== known) groups = new Map(groups).set(key.counter, counted);
  }
  const account = { ...head.account, rules: { ...rules, counters, groups } };
  const put = [...changed].map(([id, usage]) => usageToDoc(id, head.epoch, usage, now));
  return { head: { ...head, account }, put };
}

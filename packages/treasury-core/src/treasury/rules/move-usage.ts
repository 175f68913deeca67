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
import { counterDocKey, counterToDoc } from "./counter-doc.ts";

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

export function moveUsage(
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
  const put: Doc[] = [];
  for (const { key, limit, inHead, counter, payee } of moved) {
    const after = move(counter, limit, payee);
    if (inHead) {
      counters.set(key.counter, after);
      continue;
    }
    put.push(counterToDoc(counterDocKey(key), head.epoch, after, limit, clock, now));
    if (key.group === null || limit === null) continue;
    const known = groups.get(key.counter) ?? [];
    const counted = recountGroup(known, counter, after, limit.window, clock, now);
    if (counted !== known) groups = new Map(groups).set(key.counter, counted);
  }
  const account = { ...head.account, rules: { ...rules, counters, groups } };
  return { head: { ...head, account }, put };
}

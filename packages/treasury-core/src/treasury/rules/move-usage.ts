import type { Doc } from "@agent-treasury/provider";
import {
  type Counter,
  type CounterKey,
  countGroup,
  type GroupCount,
  groupEnd,
  type Limit,
  type LocalClock,
} from "@agent-treasury/rules";
import type { LedgerHead } from "../../ledger/ledger-state.ts";
import { counterDocKey, counterToDoc } from "./counter-doc.ts";

export const maximumGroups = 2_000;

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

export type CountedLimit = Pick<Limit, "measure" | "window">;

/** Changes a counter. Limit null: the rule was removed. */
export type Move = (counter: Counter, limit: CountedLimit | null, payee: string | null) => Counter;

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
    const counted = regrouped(known, counter, after, limit, clock, now);
    if (counted !== known) groups = new Map(groups).set(key.counter, counted);
  }
  const account = { ...head.account, rules: { ...rules, counters, groups } };
  return { head: { ...head, account }, put };
}

/** A settled spend counts even if other groups took its place meanwhile. */
function regrouped(
  groups: GroupCount,
  before: Counter,
  after: Counter,
  { window }: Limit,
  clock: LocalClock,
  now: number,
): GroupCount {
  const ends = {
    before: groupEnd(before, window, clock, now),
    after: groupEnd(after, window, clock, now),
  };
  // Most spends change nothing, unless a clock that is ahead removed the end.
  if (ends.before === ends.after && groups.some(([end]) => end === ends.after)) return groups;
  return countGroup(groups, ends, now, Number.POSITIVE_INFINITY) ?? groups;
}

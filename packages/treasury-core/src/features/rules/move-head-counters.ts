import {
  canTally,
  type Counter,
  type CounterKey,
  emptyCounter,
  emptyTally,
  type Limit,
  sumOfTallies,
} from "@agent-treasury/rules";
import type { UsageMove } from "../../kernel/judgement/spend-guard.ts";
import { RecordedMap } from "./recorded-map.ts";
import { headCounters, type RuleState } from "./rule-state.ts";

/** A counter of a rule that a spend moves. */
export interface MovedCounter {
  readonly key: CounterKey;
  /** Null if the rule was removed. Then only holds are released. */
  readonly limit: Limit | null;
  readonly inHead: boolean;
  /** Hash of a payee without an earlier payment. */
  readonly payee: string | null;
  /** The group that counts it while its vendor is small. Null if it is not by vendor. */
  readonly shared: string | null;
}

/**
 * Moves counters that are part of the head. If a charge only adds to the newest span of all counters
 * that the head's tally serves, just the others change.
 */
export function moveHeadCounters(
  rules: RuleState,
  moved: readonly MovedCounter[],
  at: UsageMove,
): RuleState {
  if (moved.length === 0) return rules;
  const { tally } = at.move;
  const isTallied = tally !== null && isHeadTallied(rules, moved, at);
  const others = isTallied
    ? moved.filter(({ key }) => !rules.tally.counters.has(key.counter))
    : moved;
  const served = isTallied ? rules.tally.counters : servedAfter(rules, moved, at);
  const sums = isTallied ? sumOfTallies(rules.tally, tally) : emptyTally;
  const before = isTallied ? rules.counters : headCounters(rules);
  return {
    ...rules,
    counters: changedCounters(before, others, at),
    tally: { counters: served, ...sums },
  };
}

/** Whether a charge moves all served counters, and only adds to their newest spans. */
function isHeadTallied(
  { counters, tally }: RuleState,
  moved: readonly MovedCounter[],
  { clock, now }: UsageMove,
): boolean {
  let served = 0;
  for (const { key, limit, payee } of moved) {
    if (!tally.counters.has(key.counter)) continue;
    const counter = counters.get(key.counter);
    if (!counter || !limit || !canTally(counter, limit, clock, now, payee)) return false;
    served += 1;
  }
  return served > 0 && served === tally.counters.size;
}

/** Returns the counters to serve from now on. Those that every charge moves remain. */
function servedAfter(
  { tally }: RuleState,
  moved: readonly MovedCounter[],
  { move }: UsageMove,
): ReadonlySet<string> {
  if (move.tally === null) return tally.counters;
  const ids = new Set(moved.map(({ key }) => key.counter));
  const both = [...tally.counters].filter((id) => ids.has(id));
  if (both.length === tally.counters.size && both.length > 0) return tally.counters;
  return both.length > 0 ? new Set(both) : ids;
}

function changedCounters(
  before: ReadonlyMap<string, Counter>,
  moved: readonly MovedCounter[],
  { move }: UsageMove,
): ReadonlyMap<string, Counter> {
  if (moved.length === 0) return before;
  const counters = new RecordedMap(before);
  for (const { key, limit, payee } of moved) {
    counters.set(key.counter, move.apply(counters.get(key.counter) ?? emptyCounter, limit, payee));
  }
  return counters;
}

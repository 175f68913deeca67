import type { Doc } from "@agent-treasury/provider";
import {
  type Counter,
  countGroup,
  emptyCounter,
  type GroupCount,
  groupEnd,
  type Limit,
  type LocalClock,
} from "@agent-treasury/rules";
import type { LedgerHead, LedgerState } from "../../ledger/ledger-state.ts";
import { counterDocKey, counterFrom, counterToDoc } from "./counter-doc.ts";
import type { ChargeRecord } from "./judgement-doc.ts";

export const maximumGroups = 2_000;

/** A counter that a spend moves. */
export interface MovedCounter extends ChargeRecord {
  /** Null if the rule was removed. Then only holds are released. */
  readonly limit: Limit | null;
  readonly inHead: boolean;
}

export type CountedLimit = Pick<Limit, "measure" | "window">;

/** Changes a counter. Limit null: the rule was removed. */
export type Move = (counter: Counter, limit: CountedLimit | null, payee: string | null) => Counter;

export interface UsageStep {
  readonly head: LedgerHead;
  readonly put: readonly Doc[];
}

/** Requires that the documents of counters outside of the head were requested. */
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
  const groups = new Map(rules.groups);
  const put: Doc[] = [];
  for (const { counter: id, group, limit, inHead, payee } of moved) {
    if (inHead) {
      counters.set(id, move(counters.get(id) ?? emptyCounter, limit, payee));
      continue;
    }
    const key = counterDocKey({ counter: id, group });
    const before = counterFrom(ledger, key);
    const after = move(before, limit, payee);
    put.push(counterToDoc(key, head.epoch, after, limit, clock, now));
    if (group === null || limit === null) continue;
    const ends = {
      before: groupEnd(before, limit.window, clock, now),
      after: groupEnd(after, limit.window, clock, now),
    };
    groups.set(id, regrouped(groups.get(id) ?? [], ends, now));
  }
  const account = { ...head.account, rules: { ...rules, counters, groups } };
  return { head: { ...head, account }, put };
}

/** A settled spend counts even if other groups took its place meanwhile. */
function regrouped(
  groups: GroupCount,
  ends: Parameters<typeof countGroup>[1],
  now: number,
): GroupCount {
  return countGroup(groups, ends, now, Number.POSITIVE_INFINITY) ?? groups;
}

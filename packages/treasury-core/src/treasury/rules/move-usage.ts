import type { Doc, Key } from "@agent-treasury/provider";
import {
  canTally,
  type Counter,
  type CounterKey,
  emptyCounter,
  type Limit,
  recountGroup,
} from "@agent-treasury/rules";
import type { LedgerHead } from "../../ledger/ledger-state.ts";
import { RecordedMap } from "../../ledger/recorded-map.ts";
import type { RuleState } from "../../ledger/rule-state.ts";
import { moveHeadCounters } from "./move-head-counters.ts";
import {
  type GroupUsage,
  type StoredCounter,
  storedCounter,
  talliedUsage,
  usageIdOf,
  usageToDoc,
} from "./usage-doc.ts";
import type { MovedCounter, UsageMove, UsageStep } from "./usage-move.ts";

/** A document of counters before the spend, without its tally. */
export interface UsageBefore {
  readonly key: Key;
  readonly counters: GroupUsage;
}

/**
 * Moves the counters of the rules. A charge that only adds to the newest span of each counter is
 * added to tallies, so that no document changes.
 *
 * @param before returns a document, by its id.
 */
export function moveUsage(
  head: LedgerHead,
  before: (id: string) => UsageBefore,
  moved: readonly MovedCounter[],
  at: UsageMove,
): UsageStep {
  if (moved.length === 0) return { head, put: [] };
  const { rules } = head.account;
  const { inHead, byDoc } = byPlace(moved);
  const put: Doc[] = [];
  let { groups, tallies } = rules;
  for (const [id, those] of byDoc) {
    const { key, counters } = before(id);
    const { tally } = at.move;
    const canAdd = tally !== null && tallies.hasSpaceFor(key);
    const recounted = canAdd ? groupsIfTallied(groups, counters, those, at) : null;
    if (canAdd && recounted !== null) {
      groups = recounted;
      tallies = tallies.add(key, tally, at.now);
    } else {
      const after = changedUsage(talliedUsage(counters, tallies.get(key)), those, at);
      groups = recount(groups, those, counters, after, at);
      tallies = tallies.remove(key);
      put.push(usageToDoc(id, head.epoch, after, at.now));
    }
  }
  const account = {
    ...head.account,
    rules: { ...moveHeadCounters(rules, inHead, at), groups, tallies },
  };
  return { head: { ...head, account }, put };
}

function byPlace(moved: readonly MovedCounter[]): {
  readonly inHead: readonly MovedCounter[];
  readonly byDoc: ReadonlyMap<string, readonly MovedCounter[]>;
} {
  const inHead: MovedCounter[] = [];
  const byDoc = new Map<string, MovedCounter[]>();
  for (const one of moved) {
    if (one.inHead) inHead.push(one);
    else {
      const id = usageIdOf(one.key);
      const those = byDoc.get(id);
      if (those === undefined) byDoc.set(id, [one]);
      else those.push(one);
    }
  }
  return { inHead, byDoc };
}

/**
 * Returns the groups after a charge that only adds to the newest spans of all counters that the
 * document's tally serves. Null for another charge.
 */
function groupsIfTallied(
  groups: RuleState["groups"],
  counters: GroupUsage,
  moved: readonly MovedCounter[],
  { clock, now }: UsageMove,
): RuleState["groups"] | null {
  let served = 0;
  for (const { isTallied } of counters.values()) if (isTallied) served += 1;
  if (served !== moved.length) return null;
  let counted = groups;
  for (const { key, limit, payee } of moved) {
    const stored = counters.get(key.counter);
    if (!stored?.isTallied || !limit) return null;
    const { counter } = stored;
    if (!canTally(counter, limit, clock, now, payee)) return null;
    counted = recountOne(counted, key, limit, counter, counter, { clock, now });
  }
  return counted;
}

function changedUsage(
  before: GroupUsage,
  moved: readonly MovedCounter[],
  { move, clock, now }: UsageMove,
): Map<string, StoredCounter> {
  const usage = new Map(before);
  if (move.tally !== null) {
    for (const [id, stored] of usage) usage.set(id, { ...stored, isTallied: false });
  }
  for (const { key, limit, payee } of moved) {
    const stored = usage.get(key.counter);
    const after = move.apply(stored?.counter ?? emptyCounter, limit, payee);
    const isTallied = move.tally === null ? stored?.isTallied === true : limit !== null;
    usage.set(key.counter, storedCounter(after, limit, isTallied, clock, now));
  }
  return usage;
}

function recount(
  groups: RuleState["groups"],
  moved: readonly MovedCounter[],
  before: GroupUsage,
  after: GroupUsage,
  at: UsageMove,
): RuleState["groups"] {
  let counted = groups;
  for (const { key, limit } of moved) {
    if (limit === null) continue;
    const one = before.get(key.counter)?.counter ?? emptyCounter;
    const other = after.get(key.counter)?.counter ?? emptyCounter;
    counted = recountOne(counted, key, limit, one, other, at);
  }
  return counted;
}

function recountOne(
  groups: RuleState["groups"],
  { counter, group }: CounterKey,
  { window }: Limit,
  before: Counter,
  after: Counter,
  { clock, now }: Pick<UsageMove, "clock" | "now">,
): RuleState["groups"] {
  if (group === null) return groups;
  const known = groups.get(counter) ?? [];
  const counted = recountGroup(known, before, after, window, clock, now);
  return counted === known ? groups : new RecordedMap(groups).set(counter, counted);
}

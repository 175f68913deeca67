import type { Doc, Key } from "@agent-treasury/provider";
import {
  canTally,
  type Counter,
  type CounterKey,
  emptyCounter,
  type Limit,
  moveGroup,
  recountGroup,
} from "@agent-treasury/rules";
import type { UsageMove, UsageStep } from "../../kernel/judgement/spend-guard.ts";
import type { LedgerHead, LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { type MovedCounter, moveHeadCounters } from "./move-head-counters.ts";
import { RecordedMap } from "./recorded-map.ts";
import { type RuleState, ruleState } from "./rule-state.ts";
import {
  type GroupUsage,
  type StoredCounter,
  storedCounter,
  talliedUsage,
  usageIdOf,
  usageKind,
  usageOf,
  usageToDoc,
} from "./usage-doc.ts";
import { hasParts, partId, partsOf } from "./usage-parts.ts";

/** A document of counters before the spend, without its tally. */
export interface UsageBefore {
  readonly key: Key;
  readonly counters: GroupUsage;
}

/** Requires that the command requested the document. */
export function usageBefore(ledger: LedgerState, id: string): UsageBefore {
  const key = { kind: usageKind, id };
  return { key, counters: usageOf(ledger.doc(key), ledger.head.epoch) };
}

/**
 * Moves the counters of the rules. A charge that only adds to the newest span of each counter is
 * added to tallies, so that no document changes.
 *
 * @param documentOf returns a document, by its id.
 */
export function moveUsage(
  head: LedgerHead,
  documentOf: (id: string) => UsageBefore,
  moved: readonly MovedCounter[],
  at: UsageMove,
): UsageStep {
  if (moved.length === 0) return { head, put: [] };
  const rules = ruleState.of(head.account);
  const { inHead, byDoc } = byPlace(moved);
  const put: Doc[] = [];
  const shared = new SharedDocs(documentOf);
  let { groups, tallies } = rules;
  for (const [id, those] of byDoc) {
    const { key, counters } = documentOf(id);
    const { tally } = at.move;
    const canAdd = tally !== null && tallies.hasSpaceFor(key);
    const recounted = canAdd ? groupsIfTallied(groups, counters, those, at) : null;
    if (canAdd && recounted !== null) {
      groups = recounted;
      tallies = tallies.add(key, tally, at.now);
    } else {
      const before = talliedUsage(counters, tallies.get(key));
      const { usage, opened } = changedUsage(before, those, at, shared);
      groups = recount(groups, opened, usage, at);
      tallies = tallies.remove(key);
      put.push(usageToDoc(id, head.epoch, usage, at.now));
    }
  }
  for (const [id, usage] of shared.changed) put.push(usageToDoc(id, head.epoch, usage, at.now));
  const after = { ...moveHeadCounters(rules, inHead, at), groups, tallies };
  return { head: ruleState.with(head, after), put };
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
  for (const { key, limit, payee, shared } of moved) {
    const stored = counters.get(key.counter);
    if (!stored?.isTallied || !limit) return null;
    if (shared !== null && hasParts(counters, key.counter)) return null;
    const { counter } = stored;
    if (!canTally(counter, limit, clock, now, payee)) return null;
    counted = recountOne(counted, key, limit, counter, counter, { clock, now });
  }
  return counted;
}

interface ChangedUsage {
  readonly usage: Map<string, StoredCounter>;
  readonly opened: readonly OpenedCounter[];
}

/** A counter that counts as a group, or has begun to. */
interface OpenedCounter {
  readonly key: CounterKey;
  readonly limit: Limit;
  readonly before: Counter;
}

function changedUsage(
  before: GroupUsage,
  moved: readonly MovedCounter[],
  { move, clock, now }: UsageMove,
  docs: SharedDocs,
): ChangedUsage {
  const usage = new Map(before);
  const opened: OpenedCounter[] = [];
  if (move.tally !== null) {
    for (const [id, stored] of usage) usage.set(id, { ...stored, isTallied: false });
  }
  for (const { key, limit, payee, shared } of moved) {
    const stored = usage.get(key.counter);
    const counter = stored?.counter ?? emptyCounter;
    const isTallied = move.tally === null ? stored?.isTallied === true : limit !== null;
    if (shared === null) {
      const after = move.apply(counter, limit, payee);
      usage.set(key.counter, storedCounter(after, limit, isTallied, clock, now));
      if (limit !== null) opened.push({ key, limit, before: counter });
      continue;
    }
    const parts = partsOf(usage, key.counter);
    const after = moveGroup({ counter, parts }, move, limit, payee, shared, clock, now);
    usage.set(key.counter, storedCounter(after.counter, limit, isTallied, clock, now));
    for (const id of parts.keys()) usage.delete(partId(key.counter, id));
    for (const [id, part] of after.parts) {
      usage.set(partId(key.counter, id), storedCounter(part, limit, false, clock, now));
    }
    for (const [id, change] of after.shared) {
      const together = docs.of(id);
      const sum = change(together.get(key.counter)?.counter ?? emptyCounter);
      together.set(key.counter, storedCounter(sum, limit, false, clock, now));
    }
    const { groupBefore } = after;
    if (limit !== null && groupBefore !== null) opened.push({ key, limit, before: groupBefore });
  }
  return { usage, opened };
}

/** The documents of shared groups that a spend changes. */
class SharedDocs {
  readonly changed: Map<string, Map<string, StoredCounter>> = new Map();
  readonly #before: (id: string) => UsageBefore;

  constructor(before: (id: string) => UsageBefore) {
    this.#before = before;
  }

  of(id: string): Map<string, StoredCounter> {
    const known = this.changed.get(id) ?? new Map(this.#before(id).counters);
    this.changed.set(id, known);
    return known;
  }
}

function recount(
  groups: RuleState["groups"],
  opened: readonly OpenedCounter[],
  after: GroupUsage,
  at: UsageMove,
): RuleState["groups"] {
  let counted = groups;
  for (const { key, limit, before } of opened) {
    const other = after.get(key.counter)?.counter ?? emptyCounter;
    counted = recountOne(counted, key, limit, before, other, at);
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

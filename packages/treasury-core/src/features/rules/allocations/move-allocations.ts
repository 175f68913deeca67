import { type Doc, type Key, Micros } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import {
  type Allocation,
  canTally,
  type CountedLimit,
  type Counter,
  type LocalClock,
  thresholdsReached,
  usageIn,
  withTally,
} from "@agent-treasury/rules";
import type { DocumentKind } from "../../../kernel/documents/document-kind.ts";
import type { UsageMove, UsageStep } from "../../../kernel/judgement/spend-guard.ts";
import { keptDoc } from "../../../kernel/ledger/kept-doc.ts";
import type { LedgerHead, LedgerState } from "../../../kernel/ledger/ledger-state.ts";
import { timestamp } from "../../../kernel/ledger/timestamp.ts";
import { ruleState, withTallies } from "../rule-state.ts";
import { allocationOfCounter, allocationUsageKind } from "./allocations-doc.ts";
import { counterIn, counterToDoc } from "./counter-doc.ts";

const thresholdKind = "allocation_threshold";

/** Applies a spend to the counters of its allocation and all ancestors. */
export function moveAllocations(
  head: LedgerHead,
  chain: readonly MovedAllocation[],
  { move, clock, now }: UsageMove,
): UsageStep {
  const { epoch } = head;
  let { tallies } = ruleState.of(head.account);
  const put: Doc[] = [];
  for (const { allocation, key, counter } of chain) {
    const limit = allocation === undefined ? null : countedLimitOf(allocation);
    const { tally } = move;
    const before = withTally(counter, tallies.get(key));
    const after = move.apply(before, limit, null);
    const canAdd = tally !== null && tallies.hasSpaceFor(key);
    if (canAdd && limit !== null && canTally(counter, limit, clock, now, null)) {
      tallies = tallies.add(key, tally, now);
    } else {
      tallies = tallies.remove(key);
      put.push(counterToDoc(key, epoch, after, limit, clock, now));
    }
    if (allocation) put.push(...reached(epoch, allocation, before, after, clock, now));
  }
  return { head: withTallies(head, tallies), put };
}

export interface MovedAllocation {
  /** Undefined for a counter of an earlier window. */
  readonly allocation: Allocation | undefined;
  readonly key: Key;
  /** Without its tally. */
  readonly counter: Counter;
}

/** Requires that the command requested the counter. */
export function movedAllocation(ledger: LedgerState, counter: string): MovedAllocation {
  const key = { kind: allocationUsageKind, id: counter };
  const allocation = allocationOfCounter(ledger, counter);
  return { allocation, key, counter: counterIn(ledger.doc(key), ledger.head.epoch) };
}

export function usageKeys(counters: readonly string[]): Key[] {
  return counters.map((id) => ({ kind: allocationUsageKind, id }));
}

/** An allocation without a limit counts its spending in total. */
export function countedLimitOf({ limit }: Allocation): CountedLimit {
  const maximum = limit?.amount ?? Micros.zero;
  return { measure: { kind: "amount", maximum }, window: limit?.window ?? null };
}

/** Records once per window that an allocation reached 80 or 100 % of its limit. */
function reached(
  epoch: number,
  { id, limit }: Allocation,
  before: Counter,
  after: Counter,
  clock: LocalClock,
  now: number,
): Doc[] {
  if (limit === null) return [];
  const usedIn = (counter: Counter): Micros => usageIn(counter, limit.window, clock, now).used;
  const used = usedIn(after);
  return thresholdsReached(usedIn(before), used, limit.amount).map((percent) =>
    keptDoc({ kind: thresholdKind, id: `${id}.${percent}.${now}` }, epoch, {
      allocationId: id,
      percent,
      used: Micros.toText(used),
      limit: Micros.toText(limit.amount),
      at: timestamp(now),
    }),
  );
}

export const thresholdDocument: DocumentKind = {
  kind: thresholdKind,
  erasure: "none",
  eventsOf: ({ body }) => {
    const stored = fromStored<{ allocationId: string; percent: 80 | 100 }>(body);
    const { allocationId, percent } = stored;
    return [{ kind: "allocationThreshold", allocationId, percent }];
  },
};

import { type Doc, type Key, Micros } from "@agent-treasury/provider";
import {
  type Allocation,
  type CountedLimit,
  type Counter,
  type LocalClock,
  type Move,
  thresholdsReached,
  usageIn,
} from "@agent-treasury/rules";
import { keptDoc } from "../../ledger/kept-doc.ts";
import type { LedgerHead, LedgerState } from "../../ledger/ledger-state.ts";
import { timestamp } from "../../ledger/timestamp.ts";
import { allocationOfCounter, allocationUsageKind } from "./allocations-doc.ts";
import { counterFrom, counterToDoc } from "./counter-doc.ts";

export const thresholdKind = "allocation_threshold";

/** Applies a spend to the counters of its allocation and all ancestors. */
export function moveAllocations(
  head: LedgerHead,
  chain: readonly MovedAllocation[],
  move: Move,
  clock: LocalClock,
  now: number,
): Doc[] {
  return chain.flatMap(({ allocation, key, counter }) => {
    const limit = allocation === undefined ? null : countedLimitOf(allocation);
    const after = move(counter, limit, null);
    const doc = counterToDoc(key, head.epoch, after, limit, clock, now);
    return [doc, ...(allocation ? reached(head, allocation, counter, after, clock, now) : [])];
  });
}

export interface MovedAllocation {
  /** Undefined for a counter of an earlier window. */
  readonly allocation: Allocation | undefined;
  readonly key: Key;
  readonly counter: Counter;
}

/** Requires that the command requested the counter. */
export function movedAllocation(ledger: LedgerState, counter: string): MovedAllocation {
  const key = { kind: allocationUsageKind, id: counter };
  const allocation = allocationOfCounter(ledger, counter);
  return { allocation, key, counter: counterFrom(ledger, key) };
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
  { epoch }: LedgerHead,
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

import { Micros } from "@agent-treasury/provider";
import type { Window } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { windowName } from "../windows/window-name.ts";
import { countingBuckets } from "./buckets.ts";
import type { Counter, Span } from "./counter.ts";

export interface WindowUsage {
  readonly spent: Micros;
  readonly count: number;
  /** Settled and held, which limits compare. */
  readonly used: Micros;
  readonly usedCount: number;
  /** Hashes of distinct new payees, with those of holds. */
  readonly payees: readonly string[];
}

/** @param window null for a limit in total. */
export function usageIn(
  counter: Counter,
  window: Window | null,
  clock: LocalClock,
  now: number,
): WindowUsage {
  const payees = new Set(counter.heldPayees.map(([payee]) => payee));
  let spent = Micros.zero;
  let count = 0;
  for (const span of countingSpans(counter, window, clock, now)) {
    spent = Micros.add(spent, span.spent);
    count += span.count;
    for (const payee of span.payees) payees.add(payee);
  }
  return {
    spent,
    count,
    used: Micros.add(spent, counter.held),
    usedCount: count + counter.heldCount,
    payees: [...payees],
  };
}

export function countingSpans(
  { spans }: Counter,
  window: Window | null,
  clock: LocalClock,
  now: number,
): readonly Span[] {
  if (window?.kind === "rolling") return countingBuckets(spans, window.hours, now);
  const [newest] = spans;
  if (newest === undefined) return [];
  // A clock that is behind reads the newest window; otherwise it would begin a second one.
  return newest.name >= windowName(window?.period ?? null, clock(now)) ? [newest] : [];
}

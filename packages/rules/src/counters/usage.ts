import { Micros } from "@agent-treasury/provider";
import type { Window } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { windowName } from "../windows/window-name.ts";
import { countingBuckets } from "./buckets.ts";
import type { Counter, Span } from "./counter.ts";
import { emptyTally, type Tally } from "./tally.ts";

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
  const spans = countingSpans(counter, window, clock, now);
  let spent = Micros.zero;
  let count = 0;
  let countsPayees = counter.heldPayees.length > 0;
  for (const span of spans) {
    spent = Micros.add(spent, span.spent);
    count += span.count;
    countsPayees ||= span.payees.length > 0;
  }
  return {
    spent,
    count,
    used: Micros.add(spent, counter.held),
    usedCount: count + counter.heldCount,
    payees: countsPayees ? payeesOf(counter, spans) : none,
  };
}

/** Settled and held. */
export function usedAmount(
  counter: Counter,
  window: Window | null,
  clock: LocalClock,
  now: number,
  tally: Tally = emptyTally,
): Micros {
  const spans = countingSpans(counter, window, clock, now);
  // If any span counts, the newest one does.
  let used = spans.length === 0 ? counter.held : Micros.add(counter.held, tally.spent);
  for (const { spent } of spans) used = Micros.add(used, spent);
  return used;
}

/** Spends that are settled or held. */
export function usedCount(
  counter: Counter,
  window: Window | null,
  clock: LocalClock,
  now: number,
  tally: Tally = emptyTally,
): number {
  const spans = countingSpans(counter, window, clock, now);
  let used = spans.length === 0 ? counter.heldCount : counter.heldCount + tally.count;
  for (const { count } of spans) used += count;
  return used;
}

const none: readonly string[] = [];

function payeesOf({ heldPayees }: Counter, spans: readonly Span[]): readonly string[] {
  const [span, ...others] = spans;
  // The payees of one span are distinct.
  if (span !== undefined && others.length === 0 && heldPayees.length === 0) return span.payees;
  return [
    ...new Set([...heldPayees.map(([payee]) => payee), ...spans.flatMap((each) => each.payees)]),
  ];
}

export function countingSpans(
  { spans }: Counter,
  window: Window | null,
  clock: LocalClock,
  now: number,
): readonly Span[] {
  if (window?.kind === "rolling") return countingBuckets(spans, window.hours, now);
  const [newest] = spans;
  if (newest === undefined) return spans;
  // A clock that is behind reads the newest window; otherwise it would begin a second one.
  if (newest.name < windowName(window?.period ?? null, clock(now))) return [];
  return spans.length === 1 ? spans : [newest];
}

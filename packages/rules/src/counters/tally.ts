import { Micros } from "@agent-treasury/provider";
import type { Limit } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { windowName } from "../windows/window-name.ts";
import { bucketName, sumOf } from "./buckets.ts";
import type { Counter } from "./counter.ts";

/**
 * Spends that belong to the newest span of a counter and are stored apart from it. One tally serves
 * all counters that such spends change alike, so that the counters need not be written.
 */
export interface Tally {
  readonly spent: Micros;
  readonly count: number;
}

export const emptyTally: Tally = { spent: 0n as Micros, count: 0 };

export function sumOfTallies(one: Tally, other: Tally): Tally {
  return { spent: Micros.add(one.spent, other.spent), count: one.count + other.count };
}

/** Returns whether `charge` changes nothing but the sums of the counter's newest span. */
export function canTally(
  counter: Counter,
  { measure, window }: Pick<Limit, "measure" | "window">,
  clock: LocalClock,
  now: number,
  payee: string | null,
): boolean {
  const [newest] = counter.spans;
  if (newest === undefined) return false;
  const isNewPayee = measure.kind === "newPayees" && payee !== null;
  if (isNewPayee && !newest.payees.includes(payee)) return false;
  return window?.kind === "rolling"
    ? newest.name === bucketName(window.hours, now)
    : newest.name >= windowName(window?.period ?? null, clock(now));
}

/** Returns the counter with the spends of its tally. */
export function withTally(counter: Counter, { spent, count }: Tally): Counter {
  const [newest, ...others] = counter.spans;
  if (newest === undefined || count === 0) return counter;
  return { ...counter, spans: [sumOf(newest, { spent, count, payees: [] }), ...others] };
}

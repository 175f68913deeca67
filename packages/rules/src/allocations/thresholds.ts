import type { Micros } from "@agent-treasury/provider";

export type Threshold = 80 | 100;

const thresholds: readonly Threshold[] = [80, 100];

/** Returns the percentages of a limit that usage reached by rising from `before` to `after`. */
export function thresholdsReached(before: Micros, after: Micros, limit: Micros): Threshold[] {
  const isReached = (used: Micros, percent: Threshold) => used * 100n >= limit * BigInt(percent);
  return thresholds.filter((percent) => !isReached(before, percent) && isReached(after, percent));
}

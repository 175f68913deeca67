import type { Verdict } from "@agent-treasury/contract";

/** A verdict on a spend, and why. */
export interface Screening {
  readonly verdict: Verdict;
  readonly reason: string;
}

const strictness = { safe: 0, review: 1, blocked: 2 } as const;

/** Returns the stricter verdict of two. */
export function stricter(left: Verdict, right: Verdict): Verdict {
  return strictness[right] > strictness[left] ? right : left;
}

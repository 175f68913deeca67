import type { Micros } from "@agent-treasury/provider";

/** Usage of one limit in one group. */
export interface Counter {
  /** The newest window or bucket first. */
  readonly spans: readonly Span[];
  /** Amounts on hold count in every window until they are settled or released. */
  readonly held: Micros;
  readonly heldCount: number;
}

/** A calendar window, or a bucket of a rolling window. */
export interface Span {
  /** For example `2026-11` for a month, or the decimal index of a bucket. */
  readonly name: string;
  readonly spent: Micros;
  readonly count: number;
  /** Hashes of distinct new payees, for `newPayees`. */
  readonly payees: readonly string[];
}

export const emptyCounter: Counter = { spans: [], held: 0n as Micros, heldCount: 0 };

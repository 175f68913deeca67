import type { Micros } from "@agent-treasury/provider";

/** Usage of one limit in one group. */
export interface Counter {
  /** The newest window or bucket first. */
  readonly spans: readonly Span[];
  /** Amounts on hold count in every window until they are settled or released. */
  readonly held: Micros;
  readonly heldCount: number;
  /** Hashes of new payees with amounts on hold, and the number of their holds. */
  readonly heldPayees: readonly HeldPayee[];
}

export type HeldPayee = readonly [payee: string, holds: number];

/** A calendar window, or a bucket of a rolling window. */
export interface Span {
  /** For example `2026-11` for a month, or the decimal index of a bucket. */
  readonly name: string;
  readonly spent: Micros;
  readonly count: number;
  /** Hashes of distinct new payees, for `newPayees`. Each is in the newest of its spans only. */
  readonly payees: readonly string[];
}

export const emptyCounter: Counter = {
  spans: [],
  held: 0n as Micros,
  heldCount: 0,
  heldPayees: [],
};

import type { Micros } from "@agent-treasury/provider";
import type { CounterKey } from "../counters/counter-key.ts";
import type { Counter } from "../counters/counter.ts";
import type { Tally } from "../counters/tally.ts";

/** What earlier spends left behind. */
export interface RuleMemory {
  /** Returns `emptyCounter` for a counter without spends; undefined if it is unavailable. */
  counter(key: CounterKey, inHead: boolean): Counter | undefined;
  /** Returns the spends that a counter does not contain yet. Without it, counters contain all. */
  tally?(key: CounterKey, inHead: boolean): Tally;
  /** Whether shared groups count the usage. Missing for never. */
  isShared?(key: CounterKey): boolean;
  /**
   * The time of the payee's newest payment that a person approved, under any of its `payeeForms`;
   * null without one.
   */
  knownSince(payee: string): number | null;
  /** The newest proposal of the same payee, under any of its forms, and amount; null without one. */
  lastProposed(payee: string, amount: Micros): number | null;
  /** Balance without held amounts. */
  readonly available: Micros;
}

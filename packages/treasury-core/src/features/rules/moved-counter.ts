import type { CounterKey, Limit } from "@agent-treasury/rules";

/** A counter of a rule that a spend moves. */
export interface MovedCounter {
  readonly key: CounterKey;
  /** Null if the rule was removed. Then only holds are released. */
  readonly limit: Limit | null;
  readonly inHead: boolean;
  /** Hash of a payee without an earlier payment. */
  readonly payee: string | null;
  /** The group that counts it while its vendor is small. Null if it is not by vendor. */
  readonly shared: string | null;
}

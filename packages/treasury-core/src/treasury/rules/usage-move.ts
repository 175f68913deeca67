import type { Doc } from "@agent-treasury/provider";
import type { CounterKey, Limit, LocalClock, Move } from "@agent-treasury/rules";
import type { LedgerHead } from "../../ledger/ledger-state.ts";

/** A move of counters, at a workspace time. */
export interface UsageMove {
  readonly move: Move;
  readonly clock: LocalClock;
  readonly now: number;
}

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

/** The effect of a move. */
export interface UsageStep {
  readonly head: LedgerHead;
  readonly put: readonly Doc[];
}

import type {
  Clock,
  Identifiers,
  PaymentExecutor,
  PaymentMode,
  Storage,
} from "@agent-treasury/provider";
import type { SpendingPolicy } from "../../../kernel/judgement/spending-policy.ts";
import type { Committer } from "../../../kernel/ledger/commit/committer.ts";

export interface SpendingDeps {
  readonly storage: Storage;
  readonly committer: Committer;
  readonly policy: SpendingPolicy;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  /** Reports failures that no caller receives. */
  readonly report: (error: unknown) => void;
  readonly executors: readonly ConnectedExecutor[];
}

export interface ConnectedExecutor {
  readonly executor: PaymentExecutor;
  readonly timeoutMs: number;
}

/** With the executor of one payment. */
export interface PayingDeps extends SpendingDeps, ConnectedExecutor {}

/** Leaves time to commit the outcome. */
export function leaseMsOf({ timeoutMs }: Pick<ConnectedExecutor, "timeoutMs">): number {
  return 2 * timeoutMs;
}

/** Null without a key. */
export function modeOf(executor: PaymentExecutor): PaymentMode | null {
  try {
    return executor.mode();
  } catch {
    return null;
  }
}

/** Returns the longer of wall time and monotonic time, because one may stop in sleep. */
export type Stopwatch = () => number;

export function startStopwatch({ clock }: Pick<SpendingDeps, "clock">): Stopwatch {
  const wall = clock.now();
  const elapsed = clock.monotonic();
  return () => Math.max(clock.now() - wall, clock.monotonic() - elapsed);
}

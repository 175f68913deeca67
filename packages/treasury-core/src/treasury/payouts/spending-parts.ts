import type {
  Clock,
  Identifiers,
  PaymentMode,
  SpendExecutor,
  Storage,
} from "@agent-treasury/provider";
import type { Committer } from "../../ledger/commit/committer.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";

/** What paying outside needs, the same for every spend of a process. */
export interface SpendingParts {
  readonly storage: Storage;
  readonly committer: Committer;
  readonly policy: SpendingPolicy;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  /** Tells the deployment of a failure that no caller can be told of. */
  readonly report: (error: unknown) => void;
  readonly executor: SpendExecutor;
  /** For how long an answer of the executor is waited for. */
  readonly timeoutMs: number;
}

/** A lease outlives the call that it is for: the outcome has to be committed as well. */
export function leaseMsOf({ timeoutMs }: SpendingParts): number {
  return 2 * timeoutMs;
}

/** Which kind of money an executor spends; null while it lacks its key. */
export function modeOf(executor: SpendExecutor): PaymentMode | null {
  try {
    return executor.mode();
  } catch {
    return null;
  }
}

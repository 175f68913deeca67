import { longestLeaseMs } from "../../kernel/ledger/lease-over.ts";
import { wholeMs } from "../../kernel/number-options.ts";
import type { ExecutorOptions, TreasuryOptions } from "../../treasury-options.ts";
import type { ConnectedExecutor } from "./payouts/spending-deps.ts";

/** A lease lasts twice as long, up to `longestLeaseMs`. */
const longestExecutionSeconds = longestLeaseMs / 2_000;

export function executorsOf({
  executors = [],
}: Pick<TreasuryOptions, "executors">): readonly ExecutorOptions[] {
  return isList(executors) ? executors : [executors];
}

function isList(
  executors: NonNullable<TreasuryOptions["executors"]>,
): executors is readonly ExecutorOptions[] {
  return Array.isArray(executors);
}

export function connectedExecutorsOf(options: TreasuryOptions): readonly ConnectedExecutor[] {
  return executorsOf(options).map(({ executor, timeoutSeconds = 30 }) => ({
    executor,
    timeoutMs: wholeMs("executors.timeoutSeconds", timeoutSeconds, longestExecutionSeconds),
  }));
}

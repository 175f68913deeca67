import type { PaymentExecutor } from "@agent-treasury/provider";
import type { NamesOf } from "@agent-treasury/provider/helpers";
import { longestLeaseMs } from "../../kernel/ledger/lease-over.ts";
import { wholeMs } from "../../kernel/number-options.ts";
import type { ConnectedExecutor } from "./payouts/spending-deps.ts";
import type { ReviewTimes } from "./reviews/review-doc.ts";

/** A lease lasts twice as long, up to `longestLeaseMs`. */
const longestExecutionSeconds = longestLeaseMs / 2_000;

export interface ExecutorOptions {
  /** For example `stripeIssuingExecutor()`. */
  readonly executor: PaymentExecutor;
  /** Timeout of an executor's call; 30 by default, at most 1,800. */
  readonly timeoutSeconds?: number;
  /** Records the event `railBalanceLow` when the executor's balances fall below it in sum. */
  readonly lowBalanceUsd?: number;
}

export const executorNames: NamesOf<ExecutorOptions> = {
  executor: true,
  timeoutSeconds: true,
  lowBalanceUsd: true,
};

export interface WithExecutors {
  readonly executors?: ExecutorOptions | readonly ExecutorOptions[];
}

export function executorsOf({ executors = [] }: WithExecutors): readonly ExecutorOptions[] {
  return isList(executors) ? executors : [executors];
}

function isList(
  executors: NonNullable<WithExecutors["executors"]>,
): executors is readonly ExecutorOptions[] {
  return Array.isArray(executors);
}

export function connectedExecutorsOf(options: WithExecutors): readonly ConnectedExecutor[] {
  return executorsOf(options).map(({ executor, timeoutSeconds = 30 }) => ({
    executor,
    timeoutMs: wholeMs("executors.timeoutSeconds", timeoutSeconds, longestExecutionSeconds),
  }));
}

/** Of the executors that look at payments again. */
export function reviewTimesOf(options: WithExecutors): ReviewTimes {
  const executors = executorsOf(options).map(({ executor }) => executor);
  return new Map(
    executors.flatMap(({ provider, review, reviewAfterMs }) =>
      review === undefined || reviewAfterMs === undefined ? [] : [[provider, reviewAfterMs]],
    ),
  );
}

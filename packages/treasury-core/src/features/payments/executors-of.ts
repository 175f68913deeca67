import { requestPermitRail } from "@agent-treasury/contract";
import type { PaymentExecutor } from "@agent-treasury/provider";
import type { NamesOf } from "@agent-treasury/provider/helpers";
import { checkGroup } from "../../kernel/check-group.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { ledgerRail } from "../../kernel/judgement/hold-terms.ts";
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

const executorNames: NamesOf<ExecutorOptions> = {
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

/** @throws TreasuryError `invalid_request`. */
export function connectedExecutorsOf(options: WithExecutors): readonly ConnectedExecutor[] {
  const executors = executorsOf(options);
  for (const each of executors) checkGroup("executors", each, executorNames, "executor");
  checkProviders(executors.map(({ executor }) => executor.provider));
  return executors.map(({ executor, timeoutSeconds = 30 }) => ({
    executor,
    timeoutMs: wholeMs("executors.timeoutSeconds", timeoutSeconds, longestExecutionSeconds),
  }));
}

/** Holds and quotes name their executor. */
function checkProviders(providers: readonly string[]): void {
  const names = new Set<string>([ledgerRail, requestPermitRail]);
  for (const provider of providers) {
    if (names.has(provider)) {
      throw invalidRequest(
        `\`executors\`: ${JSON.stringify(provider)} is the name of another executor or of the ledger.`,
      );
    }
    names.add(provider);
  }
}

/** Of the executors that look at payments again. */
export function reviewTimesOf(executors: readonly ConnectedExecutor[]): ReviewTimes {
  return new Map(
    executors.flatMap(({ executor: { provider, review, reviewAfterMs } }) =>
      review === undefined || reviewAfterMs === undefined ? [] : [[provider, reviewAfterMs]],
    ),
  );
}

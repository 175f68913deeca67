import type { Micros, PaymentExecutor } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";

/** A connected payment executor and the account that it pays from. */
export interface Rail {
  readonly executor: PaymentExecutor;
  /** Below this, the account needs funding. */
  readonly lowBalance: Micros | null;
}

interface RailOptions {
  readonly executor: PaymentExecutor;
  readonly lowBalanceUsd?: number;
}

/** @throws TreasuryError `invalid_request`. */
export function railsOf(options: readonly RailOptions[]): readonly Rail[] {
  return options.map(({ executor, lowBalanceUsd }) => ({
    executor,
    lowBalance:
      lowBalanceUsd === undefined ? null : amountFromUsd(lowBalanceUsd, "executors.lowBalanceUsd"),
  }));
}

import { type Account, balanceOf } from "../../ledger/account.ts";
import type { SpendingLimits } from "../../ledger/budget.ts";
import { type Micros, add, subtract } from "../../money/micros.ts";
import { formatUsd } from "../../money/usd.ts";

/** A limit that a spend would pass. */
export interface Violation {
  readonly limit: "maxSpendPerAction" | "dailySpendCap" | "minReserve";
  /** What it would pass, in one sentence with the figures. */
  readonly explanation: string;
}

/**
 * The first hard limit that a spend would pass now, null when it passes none. Equality is within a
 * limit. What is held counts as spent, against the day's cap and the reserve.
 */
export function violationOf(
  amount: Micros,
  account: Account,
  limits: SpendingLimits,
): Violation | null {
  if (amount > limits.maxSpendPerAction) {
    return {
      limit: "maxSpendPerAction",
      explanation: `${formatUsd(amount)} USD is more than the ${formatUsd(limits.maxSpendPerAction)} USD that one spend may be.`,
    };
  }
  const spent = add(account.spentToday, account.held);
  if (add(spent, amount) > limits.dailySpendCap) {
    return {
      limit: "dailySpendCap",
      explanation: `${formatUsd(amount)} USD on top of the ${formatUsd(spent)} USD of today passes the day's cap of ${formatUsd(limits.dailySpendCap)} USD.`,
    };
  }
  const free = subtract(balanceOf(account), account.held);
  if (subtract(free, amount) < limits.minReserve) {
    return {
      limit: "minReserve",
      explanation: `${formatUsd(amount)} USD out of ${formatUsd(free)} USD would leave less than the reserve of ${formatUsd(limits.minReserve)} USD.`,
    };
  }
  return null;
}

import { Micros } from "@agent-treasury/provider";
import { type Account, balanceOf } from "../../ledger/account.ts";
import type { SpendingLimits } from "../../ledger/budget.ts";

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
      explanation: `${Micros.format(amount)} USD is more than the ${Micros.format(limits.maxSpendPerAction)} USD that one spend may be.`,
    };
  }
  const spent = Micros.add(account.spentToday, account.held);
  if (Micros.add(spent, amount) > limits.dailySpendCap) {
    return {
      limit: "dailySpendCap",
      explanation: `${Micros.format(amount)} USD on top of the ${Micros.format(spent)} USD of today passes the day's cap of ${Micros.format(limits.dailySpendCap)} USD.`,
    };
  }
  const free = Micros.subtract(balanceOf(account), account.held);
  if (Micros.subtract(free, amount) < limits.minReserve) {
    return {
      limit: "minReserve",
      explanation: `${Micros.format(amount)} USD out of ${Micros.format(free)} USD would leave less than the reserve of ${Micros.format(limits.minReserve)} USD.`,
    };
  }
  return null;
}

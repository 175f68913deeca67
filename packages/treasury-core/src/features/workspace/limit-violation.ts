import { Micros } from "@agent-treasury/provider";
import { type Account, balanceOf, type SpendingLimits } from "../../kernel/ledger/account.ts";

export interface Violation {
  readonly limit: "maxSpendPerAction" | "dailySpendCap" | "minReserve";
  /** One sentence with the figures. */
  readonly explanation: string;
}

/** Returns the first limit that a spend would exceed. Held amounts count as spent. */
export function violationOf(
  amount: Micros,
  account: Account,
  limits: SpendingLimits,
): Violation | null {
  if (amount > limits.maxSpendPerAction) {
    return {
      limit: "maxSpendPerAction",
      explanation: `${Micros.formatUsd(amount)} exceeds the limit of ${Micros.formatUsd(limits.maxSpendPerAction)} for one spend.`,
    };
  }
  const spent = Micros.add(account.spentToday, account.held);
  if (Micros.add(spent, amount) > limits.dailySpendCap) {
    return {
      limit: "dailySpendCap",
      explanation: `${Micros.formatUsd(amount)} plus the ${Micros.formatUsd(spent)} spent today exceeds the daily cap of ${Micros.formatUsd(limits.dailySpendCap)}.`,
    };
  }
  const free = Micros.subtract(balanceOf(account), account.held);
  if (Micros.subtract(free, amount) < limits.minReserve) {
    return {
      limit: "minReserve",
      explanation: `${Micros.formatUsd(amount)} out of ${Micros.formatUsd(free)} would leave less than the reserve of ${Micros.formatUsd(limits.minReserve)}.`,
    };
  }
  return null;
}

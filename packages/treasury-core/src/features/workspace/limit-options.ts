import type { Micros } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import {
  limitNames,
  type LimitOverrides,
  type SpendingLimits,
} from "../../kernel/ledger/account.ts";
import type { BudgetOptions } from "../../treasury-options.ts";

const referenceLimitsUsd = {
  maxSpendPerAction: 50,
  autoApproveUnder: 10,
  dailySpendCap: 100,
  minReserve: 20,
} as const;

export type LimitOptions = Omit<BudgetOptions, "startingCapitalUsd" | "autoApproveDailyUsd">;

export function limitsFromOptions(options: {
  readonly [Name in keyof LimitOptions]: LimitOptions[Name] | undefined;
}): LimitOverrides {
  const limits: { -readonly [Name in keyof SpendingLimits]?: Micros } = {};
  for (const name of limitNames) {
    const given = options[`${name}Usd`];
    if (given !== undefined) limits[name] = limitFromUsd(given, `${name}Usd`);
  }
  return limits;
}

export function referenceLimits(): SpendingLimits {
  return {
    maxSpendPerAction: limitFromUsd(referenceLimitsUsd.maxSpendPerAction, "maxSpendPerActionUsd"),
    autoApproveUnder: limitFromUsd(referenceLimitsUsd.autoApproveUnder, "autoApproveUnderUsd"),
    dailySpendCap: limitFromUsd(referenceLimitsUsd.dailySpendCap, "dailySpendCapUsd"),
    minReserve: limitFromUsd(referenceLimitsUsd.minReserve, "minReserveUsd"),
  };
}

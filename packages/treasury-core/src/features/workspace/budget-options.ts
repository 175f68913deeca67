import type { Micros } from "@agent-treasury/provider";
import { limitFromUsd, type NamesOf } from "@agent-treasury/provider/helpers";
import {
  limitNames,
  type LimitOverrides,
  type SpendingLimits,
} from "../../kernel/ledger/account.ts";

export interface BudgetOptions {
  /** Starting capital of a workspace's first epoch; 0 by default. */
  readonly startingCapitalUsd?: number;
  /** The maximum of one spend; 50 by default. */
  readonly maxSpendPerActionUsd?: number;
  /** Spends below it to known or named payees are auto-approved if screening finds nothing; 10 by default, 0 to disable. */
  readonly autoApproveUnderUsd?: number;
  /** The maximum spent in a day; 100 by default. */
  readonly dailySpendCapUsd?: number;
  /** The balance that spends must leave; 20 by default. */
  readonly minReserveUsd?: number;
  /** The maximum auto-approved in a day; three times `autoApproveUnderUsd` by default. */
  readonly autoApproveDailyUsd?: number;
}

export const budgetNames: NamesOf<BudgetOptions> = {
  startingCapitalUsd: true,
  maxSpendPerActionUsd: true,
  autoApproveUnderUsd: true,
  dailySpendCapUsd: true,
  minReserveUsd: true,
  autoApproveDailyUsd: true,
};

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

import type { TreasuryOptions } from "@agent-treasury/treasury-core";

/** Of every contestant: small spends are approved by policy. */
export const spendingOptions: Omit<TreasuryOptions, "storage"> = {
  baseUrl: "http://localhost:3000",
  allowedHosts: ["*"],
  access: "guests",
  autoApprovePayees: "any",
  budget: {
    startingCapitalUsd: 1_000_000,
    dailySpendCapUsd: 1_000_000,
    autoApproveDailyUsd: 1_000_000,
  },
};

import type { TreasuryState } from "@agent-treasury/sdk-client";

/** The money of a workspace that an approver sees beside a spend, and what policy may approve. */
export type SpendMoney = Pick<
  TreasuryState,
  | "balanceUsd"
  | "heldUsd"
  | "spentTodayUsd"
  | "budget"
  | "autoApprovePayees"
  | "autoApproveDailyUsd"
>;

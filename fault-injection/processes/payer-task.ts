import type { StoreAddress } from "../stores/store.ts";

/** A process that spends until it is stopped. */
export interface PayerTask {
  readonly store: StoreAddress;
  readonly name: string;
  /** The payee's address; null if the ledger entry is the payment. */
  readonly payee: string | null;
  readonly callers: number;
  /** A lease is twice as long. */
  readonly timeoutMs: number;
}

export const payerBudget = {
  startingCapitalUsd: 1_000_000,
  maxSpendPerActionUsd: 50,
  autoApproveUnderUsd: 10,
  autoApproveDailyUsd: 1_000_000,
  dailySpendCapUsd: 1_000_000,
  minReserveUsd: 0,
} as const;

export const payerWorkspace = "race";

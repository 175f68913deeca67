import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury, type Treasury, type TreasuryOptions } from "@agent-treasury/treasury-core";

export const receiptsKey: string = "0123456789abcdef".repeat(4);

type OptionsOfTest = Pick<TreasuryOptions, "receipts">;

/** A treasury of a database file, which issues receipts. Policy approves any payee. */
export function receiptDeployment(
  path: string,
  options: OptionsOfTest = { receipts: { key: receiptsKey } },
): Treasury {
  return createTreasury({
    baseUrl: "http://localhost:3000",
    storage: sqliteStorage({ path }),
    budget: { startingCapitalUsd: 100 },
    autoApprovePayees: "any",
    recoverySeconds: false,
    ...options,
  });
}

import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";

/** Opens the treasury of the worker's folder: 100 USD of test money. */
export function openTreasury(folder: string): Treasury {
  return createTreasury({
    baseUrl: "http://localhost:3000",
    storage: sqliteStorage({ path: `${folder}/treasury.db` }),
    budget: { startingCapitalUsd: 100 },
    access: "guests",
  });
}

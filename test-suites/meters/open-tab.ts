import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";

export interface OpenTab {
  readonly treasury: Treasury;
  readonly tabId: string;
}

/** Opens a tab of 1.00 USD in a treasury in memory. */
export async function openTab(): Promise<OpenTab> {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    recoverySeconds: false,
    authenticate: () => null,
    autoApprovePayees: "any",
    budget: { startingCapitalUsd: 100 },
  });
  const { tab } = await treasury.tabs.open({
    agentId: "writer",
    amountUsd: 1,
    minutes: 60,
    vendor: "Models",
    purpose: "drafts",
  });
  return { treasury, tabId: tab.id };
}

import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { baseUrl } from "../opened-component.fixture.ts";

/** A treasury in which an agent opens tabs, which persons approve. */
export function treasuryForTabs(): Treasury {
  return createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    access: "guests",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100, autoApproveUnderUsd: 0, minReserveUsd: 0 },
  });
}

/** Proposes a tab, and returns its id. */
export async function proposeTab(
  treasury: Treasury,
  amountUsd: number,
  minutes = 600,
): Promise<string> {
  const terms = { vendor: "Models", purpose: "drafts", agentId: "writer" };
  return (await treasury.tabs.open({ ...terms, amountUsd, minutes })).tab.id;
}

/** Opens a tab of 5 USD with posted charges of two meters, a reservation, and a settlement to confirm. */
export async function openUsedTab(treasury: Treasury): Promise<string> {
  const tabId = await proposeTab(treasury, 5);
  await treasury.decide({ proposalId: tabId, decision: "approve", operator: "Ada" });
  for (let count = 1; count <= 3; count += 1) {
    const charge = { chargeId: `large ${count}`, amountUsd: 0.4, meter: "large-model" };
    await treasury.tabs.charge({ tabId, ...charge });
  }
  await treasury.tabs.charge({
    tabId,
    chargeId: "small",
    amountUsd: 0.012_345,
    meter: "small-model",
  });
  const { number } = await treasury.tabs.reserve({ tabId, amountUsd: 0.1, meter: "large-model" });
  await treasury.tabs.settle({ tabId, number, amountUsd: 6.2 });
  await treasury.tabs.reserve({ tabId, amountUsd: 0.5, meter: "large-model" });
  return tabId;
}

import { Micros, type Storage } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";

/** A treasury with an open tab that no round can use up. */
export interface ChargedTab {
  readonly treasury: Treasury;
  readonly tabId: string;
  /** A spend that policy pays at once. */
  spend(): Promise<void>;
  charge(): Promise<void>;
  reserveAndSettle(): Promise<void>;
  /** Closes the treasury after a comparison of its ledger with what was requested. */
  check(): Promise<void>;
}

const amountUsd = 0.000_001;

export async function openChargedTab(storage: Storage): Promise<ChargedTab> {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    recoverySeconds: false,
    autoApprovePayees: "any",
    budget: {
      startingCapitalUsd: 1_000_000,
      maxSpendPerActionUsd: 1_000,
      autoApproveUnderUsd: 1_001,
      autoApproveDailyUsd: 1_000_000,
      dailySpendCapUsd: 1_000_000,
    },
  });
  const opening = { agentId: "writer", vendor: "Models", purpose: "drafts", minutes: 44_640 };
  const { tab } = await treasury.tabs.open({ ...opening, amountUsd: 1_000 });
  const tabId = tab.id;
  let spends = 0;
  let charges = 0;
  return {
    treasury,
    tabId,
    spend: async () => {
      const idempotencyKey = String((spends += 1));
      const spend = { agentId: "writer", amountUsd, vendor: "Models", purpose: "a draft" };
      const { proposal } = await treasury.propose({ ...spend, idempotencyKey });
      if (proposal.status !== "executed") throw new Error(`The spend is ${proposal.status}.`);
    },
    charge: async () => {
      const chargeId = String((charges += 1));
      await treasury.tabs.charge({ tabId, chargeId, amountUsd, meter: "model" });
    },
    reserveAndSettle: async () => {
      charges += 1;
      const { number } = await treasury.tabs.reserve({ tabId, amountUsd, meter: "model" });
      await treasury.tabs.settle({ tabId, number, amountUsd });
    },
    check: async () => {
      const { tab: closed } = await treasury.tabs.close({ tabId });
      const { expenseUsd } = await treasury.state();
      const expense = limitFromUsd(expenseUsd, "expenseUsd");
      const recorded = [closed.charges, Micros.toText(expense)];
      await treasury.close();
      if (String(recorded) !== String([charges, charges + spends])) {
        throw new Error(`${recorded.join(", ")} charges and micro-dollars are recorded.`);
      }
    },
  };
}

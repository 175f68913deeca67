import { createTreasury, type Treasury, type TreasuryOptions } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";

export const secret: string = "0123456789abcdef".repeat(4);

/** A treasury that issues receipts. Policy approves spends below 10 USD. */
export function receiptTreasury(options: Partial<TreasuryOptions> = {}): Treasury {
  return createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    receipts: { key: secret },
    autoApprovePayees: "any",
    budget: { startingCapitalUsd: 1_000, maxSpendPerActionUsd: 100, dailySpendCapUsd: 1_000 },
    recoverySeconds: false,
    ...options,
  });
}

/** Proposes a spend, and approves it if a person has to decide. Returns its id. */
export async function pay(
  treasury: Treasury,
  amountUsd: number,
  spend: { readonly vendor?: string; readonly purpose?: string; readonly category?: string } = {},
): Promise<string> {
  const vendor = spend.vendor ?? "Namecheap";
  const purpose = spend.purpose ?? `a domain for ${amountUsd}`;
  const request = { agentId: "buyer", amountUsd, ...spend, vendor, purpose };
  const { proposal } = await treasury.propose(request);
  if (proposal.status === "pending") {
    await treasury.decide({ proposalId: proposal.id, decision: "approve", operator: "Ada" });
  }
  return proposal.id;
}

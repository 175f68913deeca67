import { createHash } from "node:crypto";
import { scriptedModel } from "@agent-treasury/sandbox";
import { type Treasury, createTreasury, operatorTokens } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";

/** A treasury in memory with its requests. */
export interface BenchTreasury {
  readonly treasury: Treasury;
  /**
   * The proposal of every decision. It is already denied, so that a repeated decision changes
   * nothing.
   */
  readonly proposalId: string;
}

/** The workspace of every request. */
export const workspaceId = "acme";

/** The token of every request. */
export const operatorToken = "token-of-the-benchmark";
export const operatorName = "Ada";
const digest = createHash("sha256").update(operatorToken).digest("hex");
const operators = `${operatorName}:${digest}`;

const vendors = ["Northwind Paper", "Contoso Hosting", "Fabrikam Print", "Tailspin Courier"];

/**
 * Creates a workspace with this number of spends: most executed by policy, every fifth denied by
 * its cap, the last one denied by a person.
 */
export async function benchTreasury(baseUrl: string, spends: number): Promise<BenchTreasury> {
  const calls = Array.from({ length: spends }, (_, index) => proposeCall(index, spends));
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    storage: memoryStorage(),
    model: scriptedModel({ answers: [calls.join("\n"), "Done."] }),
    authenticate: operatorTokens(operators),
    budget: { startingCapitalUsd: 10_000, dailySpendCapUsd: 1_000, autoApproveDailyUsd: 1_000 },
  });
  const { state } = await treasury.runTurn({ workspaceId, message: "Buy what is missing." });
  const waiting = state.proposals.find(({ status }) => status === "pending");
  if (waiting === undefined) throw new Error("No spend of the bench's workspace is pending.");
  const decided = { workspaceId, proposalId: waiting.id, decision: "deny" } as const;
  await treasury.decide(decided);
  return { treasury, proposalId: waiting.id };
}

function proposeCall(index: number, spends: number): string {
  const byPolicy = index % 5 === 0 ? 60 : 4.2 + index / 100;
  const spend = {
    amountUsd: index === spends - 1 ? 25 : byPolicy,
    vendor: vendors[index % vendors.length],
    purpose: `Order ${index + 1} of this week: envelopes, labels and what carries them`,
  };
  const call = { name: "propose_spend", arguments: spend };
  return `<tool_call>${JSON.stringify(call)}</tool_call>`;
}

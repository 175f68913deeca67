import type { AgentBudget } from "@agent-treasury/contract";
import type { AgentPrincipal } from "../../http/outside-agent.ts";
import type { Engine } from "../../kernel/engine.ts";
import { readTreasury } from "../../kernel/views/read-treasury.ts";
import { readAllocationUsage } from "../rules/index.ts";

const decidedShown = 20;

/** Reads what an agent can spend, and its own spends. Other spends appear only in the totals. */
export async function readAgentBudget(
  engine: Engine,
  { id, workspaceId, allocationId }: Pick<AgentPrincipal, "id" | "workspaceId" | "allocationId">,
): Promise<AgentBudget> {
  const state = await readTreasury(engine, workspaceId);
  const { balanceUsd, availableUsd, heldUsd, spentTodayUsd, pendingCount, budget } = state;
  const own = state.proposals.filter(({ agentId }) => agentId === id);
  const waiting = own.filter(({ status }) => status === "pending");
  const decided = own.filter(({ status }) => status !== "pending").slice(0, decidedShown);
  return {
    workspaceId,
    balanceUsd,
    availableUsd,
    heldUsd,
    spentTodayUsd,
    pendingCount,
    budget,
    allocation: allocationId === null ? null : await readOwn(engine, workspaceId, allocationId),
    proposals: [...waiting, ...decided],
  };
}

async function readOwn(
  { committer, policy }: Engine,
  workspaceId: string,
  allocationId: string,
): Promise<AgentBudget["allocation"]> {
  const read = readAllocationUsage(policy.clock);
  const { allocations } = await committer.preview(workspaceId, read);
  return allocations.find(({ id }) => id === allocationId) ?? null;
}

import { TreasuryError, type JsonObject } from "@agent-treasury/provider";
import type { Engine } from "../treasury/engine.ts";
import { readProposal, readTreasury } from "../treasury/operations/read-treasury.ts";
import type { OutsideAgent } from "./outside-agent.ts";
import { spendReport } from "./spend-report.ts";

const decidedShown = 20;

/** What `check_treasury` takes, as JSON Schema. */
export const checkParameters: JsonObject = {
  type: "object",
  properties: {
    proposalId: { type: "string", description: "one of your spends, however old" },
  },
  additionalProperties: false,
};

/**
 * What there is to spend, and what became of the agent's own spends: those that wait, and the newest
 * others. Of what others proposed it hears nothing but that it waits or is held.
 */
export async function readForAgent(
  engine: Engine,
  { name, workspaceId }: OutsideAgent,
  { proposalId }: JsonObject,
): Promise<JsonObject> {
  const { budget, proposals, ...state } = await readTreasury(engine, workspaceId);
  const { balanceUsd, availableUsd, heldUsd, spentTodayUsd, pendingCount } = state;
  const own = proposals.filter(({ proposedBy }) => proposedBy === name);
  const decided = own.filter(({ status }) => status !== "pending").slice(0, decidedShown);
  const waiting = own.filter(({ status }) => status === "pending");
  return {
    balanceUsd,
    availableUsd,
    heldUsd,
    spentTodayUsd,
    pendingCount,
    budget: { ...budget },
    ...(proposalId === undefined
      ? { proposals: [...waiting, ...decided].map(spendReport) }
      : { proposal: await readOwn(engine, { name, workspaceId }, proposalId) }),
  };
}

async function readOwn(
  engine: Engine,
  { name, workspaceId }: OutsideAgent,
  proposalId: unknown,
): Promise<JsonObject> {
  const isId = typeof proposalId === "string" && /^prop_[0-9a-f]{32}$/.test(proposalId);
  const proposal = isId ? await readProposal(engine, workspaceId, proposalId) : null;
  if (proposal?.proposedBy !== name) {
    throw new TreasuryError("invalid_request", "You proposed no spend of this `proposalId`.");
  }
  return spendReport(proposal);
}

import type { Proposal } from "@agent-treasury/contract";
import { isTreasuryError } from "@agent-treasury/provider";
import type { AgentPrincipal } from "../../http/outside-agent.ts";
import type { Engine } from "../../kernel/engine.ts";
import { readExplained } from "../../kernel/views/read-explained.ts";

/** Reads a spend of the agent, or a payment of its tab, of any epoch. Null without one. */
export async function readOwn(
  engine: Engine,
  { id: agentId, workspaceId }: AgentPrincipal,
  proposalId: unknown,
): Promise<Proposal | null> {
  if (typeof proposalId !== "string" || !/^(?:prop|part)_[0-9a-f]{32}$/.test(proposalId))
    return null;
  try {
    return (await readExplained(engine, { workspaceId, proposalId, agentId })).proposal;
  } catch (error) {
    if (isTreasuryError(error) && error.code === "proposal_not_found") return null;
    throw error;
  }
}

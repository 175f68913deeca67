import type { Proposal } from "@agent-treasury/sdk-client";

/** Ids that no credential has. */
const ownAgent = "agent";
const withoutAgent = "person";

/** Returns the agent with its id and its self-reported label. */
export function agentText({ proposedBy, agentId, agentLabel }: Proposal): string {
  const agent = agentNameAndId(proposedBy, agentId);
  return agentLabel === null ? agent : `${agent}, sub-agent “${agentLabel}” (self-reported)`;
}

/** Returns the name of an agent of which only the id is known. */
export function agentIdText(agentId: string): string {
  return agentNameAndId(null, agentId);
}

function agentNameAndId(name: string | null, agentId: string): string {
  if (agentId === withoutAgent) return "No agent";
  if (agentId === ownAgent) return "Built-in agent";
  return name === null || name === agentId ? agentId : `${name} (${agentId})`;
}

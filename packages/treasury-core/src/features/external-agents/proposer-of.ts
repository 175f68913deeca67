import type { Person } from "../../kernel/ledger/person.ts";
import { type AgentPrincipal, configuredAgent } from "../../kernel/principals/agent-principal.ts";
import { agentAsProposer, personAsProposer, type Proposer } from "./propose-purchase.ts";

/** Returns the proposer of a request. */
export function proposerOf(
  workspaceId: string,
  agent: AgentPrincipal | null,
  person: Person | null,
): Proposer {
  return agent === null ? personAsProposer(workspaceId, person) : agentAsProposer(agent);
}

export interface NamedProposer {
  readonly agentId: string | undefined;
  readonly agentName: string | undefined;
  readonly person: Person | null;
}

/** Returns the proposer that trusted code names. */
export function namedProposer(
  workspaceId: string,
  { agentId: id, agentName, person }: NamedProposer,
): Proposer {
  if (id === undefined) return personAsProposer(workspaceId, person);
  const name = agentName ?? id;
  return agentAsProposer(configuredAgent({ id, name, workspaceId, owner: person }));
}

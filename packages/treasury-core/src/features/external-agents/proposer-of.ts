import type { AgentPrincipal } from "../../http/outside-agent.ts";
import type { Person } from "../../kernel/ledger/person.ts";
import { agentAsProposer, personAsProposer, type Proposer } from "./propose-purchase.ts";

/** Returns the proposer of a request. */
export function proposerOf(
  workspaceId: string,
  agent: AgentPrincipal | null,
  person: Person | null,
): Proposer {
  return agent === null ? personAsProposer(workspaceId, person) : agentAsProposer(agent);
}

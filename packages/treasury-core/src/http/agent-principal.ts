import type { Person } from "../kernel/ledger/person.ts";
import { type OutsideAgent, checkOutsideAgent } from "./outside-agent.ts";

/** The external agent of a request. */
export interface AgentPrincipal extends OutsideAgent {
  readonly id: string;
  /** The person behind the agent. Null if unknown. */
  readonly owner: Person | null;
  /** The allocation of the agent's spends. */
  readonly allocationId: string | null;
  /** Null for a token from the configuration. */
  readonly credentialId: string | null;
  /** It holds the key of a provider and reports costs of tabs, instead of spending. Missing for an agent. */
  readonly isMeter?: true;
}

/** Identifies the credential, whose waiting requests and streams are counted together. */
export function credentialOf({ credentialId, workspaceId, id }: AgentPrincipal): string {
  return credentialId === null ? `agent ${workspaceId} ${id}` : `credential ${credentialId}`;
}

/** @throws TreasuryError `invalid_request`. */
export function configuredAgent(agent: OutsideAgent): AgentPrincipal {
  const { id, name, workspaceId, owner } = checkOutsideAgent(agent);
  return {
    id: id ?? name,
    name,
    workspaceId,
    owner: owner ?? null,
    allocationId: null,
    credentialId: null,
  };
}

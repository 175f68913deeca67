import { readOutsideText } from "@agent-treasury/contract";
import { invalidRequest } from "../kernel/errors.ts";
import { isReservedAgentId } from "../kernel/ledger/agent-ids.ts";
import type { Person } from "../kernel/ledger/person.ts";
import { isPrincipalText, longestId } from "./principal-text.ts";
import { isWorkspaceId } from "./workspace-id.ts";

/** An external agent, as identified by its credential. */
export interface OutsideAgent {
  /**
   * Identifies the agent, which may have several credentials. The name by default. Not `agent`,
   * `person` or `plugin:…`.
   */
  readonly id?: string;
  /** Shown to approvers. 1 to 100 characters. */
  readonly name: string;
  /** The only workspace in which the agent may read and propose. */
  readonly workspaceId: string;
  /** The person behind the agent. */
  readonly owner?: Person | null;
}

const longestName = 100;

/**
 * Validates an external agent.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function checkOutsideAgent(agent: OutsideAgent): OutsideAgent {
  const { name, workspaceId, id, owner } = agent;
  const isName =
    name.trim() !== "" &&
    name.length <= longestName &&
    name.isWellFormed() &&
    readOutsideText(name).flaw === null &&
    !/\p{Cc}/u.test(name);
  if (!isName) {
    throw invalidRequest(
      `An agent's name must be 1 to ${longestName} characters, without control characters.`,
    );
  }
  checkId(id ?? name, `The id of agent ${name}`);
  if (owner) {
    checkId(owner.id, `The id of the owner of agent ${name}`);
    checkId(owner.name, `The name of the owner of agent ${name}`);
  }
  if (isReservedAgentId(id ?? name)) {
    throw invalidRequest(`The agent id \`${id ?? name}\` is reserved. Choose another name or id.`);
  }
  if (!isWorkspaceId(workspaceId)) {
    throw invalidRequest(
      `Invalid workspace of agent ${name}. Use only letters, digits and . _ : @ -`,
    );
  }
  return { name, workspaceId, ...(id && { id }), ...(owner && { owner }) };
}

function checkId(value: unknown, which: string): void {
  if (isPrincipalText(value)) return;
  throw invalidRequest(
    `${which} must be a string of 1 to ${longestId} characters, without control characters.`,
  );
}

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

import type {
  AgentBudget,
  PaidFetchAnswer,
  PaidFetchRequest,
  ProposalAnswer,
  ProposalReading,
  ProposalRequest,
  TabList,
  WorkspaceRequest,
} from "@agent-treasury/contract/wire";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import type { TreasuryAccess } from "./treasury-access.ts";

/** The agent that proposes. */
export interface AgentIdentity {
  /** 1 to 64 letters, digits and `. _ : @ -`. Not `agent`, `person` or `plugin:…`. */
  readonly agentId: string;
  /** Shown to approvers; `agentId` by default. */
  readonly agentName?: string;
  /** `demo` by default. */
  readonly workspaceId?: string;
  /** The person behind the agent. */
  readonly operator?: string;
}

const identityNames: NamesOf<AgentIdentity> = {
  agentId: true,
  agentName: true,
  workspaceId: true,
  operator: true,
};

type Named<Request> = Request &
  Pick<AgentIdentity, "agentName" | "operator"> & { readonly agentId?: string };
type Cancellable<Request> = Request & { readonly signal?: AbortSignal };

/** The methods of a `Treasury` of `@agent-treasury/treasury-core` that an agent needs. */
export interface InProcessTreasury {
  budget(request: Named<WorkspaceRequest>): Promise<AgentBudget>;
  readonly tabs: {
    list(request: WorkspaceRequest & { readonly agentId?: string }): Promise<TabList>;
  };
  propose(request: Named<ProposalRequest>): Promise<ProposalAnswer>;
  proposal(
    request: Cancellable<ProposalReading & { readonly agentId?: string }>,
  ): Promise<ProposalAnswer>;
  fetchPaid(request: Cancellable<Named<PaidFetchRequest>>): Promise<PaidFetchAnswer>;
}

/**
 * Returns an agent's access to a treasury of the same process. Requests reject with a
 * `TreasuryError`.
 *
 * @param agent its code is trusted: the treasury does not check who names the agent.
 * @example
 * ```ts
 * import { treasury } from "./treasury.ts";
 *
 * const access = treasuryInProcess(treasury, { agentId: "buyer", agentName: "Buyer" });
 * ```
 */
export function treasuryInProcess(
  treasury: InProcessTreasury,
  agent: AgentIdentity,
): TreasuryAccess {
  checkOptions("treasuryInProcess", agent, identityNames);
  const { agentId, workspaceId } = agent;
  const place = workspaceId === undefined ? {} : { workspaceId };
  return {
    readBudget: async ({ signal } = {}) => {
      signal?.throwIfAborted();
      return treasury.budget(agent);
    },
    readTabs: async ({ signal } = {}) => {
      signal?.throwIfAborted();
      return (await treasury.tabs.list({ ...place, agentId })).tabs;
    },
    propose: async (request, { signal } = {}) => {
      signal?.throwIfAborted();
      return treasury.propose({ ...request, ...agent });
    },
    readProposal: async ({ proposalId, waitSeconds = 0 }, { signal } = {}) => {
      signal?.throwIfAborted();
      const answer = await treasury.proposal({
        ...place,
        agentId,
        proposalId,
        wait: waitSeconds,
        ...(signal && { signal }),
      });
      signal?.throwIfAborted();
      return answer;
    },
    fetchPaid: async (request, { signal } = {}) => {
      signal?.throwIfAborted();
      return treasury.fetchPaid({ ...request, ...agent, ...(signal && { signal }) });
    },
  };
}

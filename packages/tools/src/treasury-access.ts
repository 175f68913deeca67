import type {
  AgentBudget,
  PaidFetchAnswer,
  PaidFetchRequest,
  ProposalAnswer,
  ProposalRequest,
  Tab,
} from "@agent-treasury/contract/wire";

/** Options of one request. */
export interface AccessCall {
  /** Cancels the request, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface FollowRequest {
  readonly proposalId: string;
  /** Seconds to wait for the outcome, 0 to 55. Default: 0. */
  readonly waitSeconds?: number | undefined;
}

/**
 * One agent's access to the treasury. It can neither decide a spend nor read spends of other
 * agents. Implementations: `treasuryOverHttp`, `treasuryInProcess`.
 */
export interface TreasuryAccess {
  /** Reads what the agent can spend, and its own pending and newest spends. */
  readBudget(call?: AccessCall): Promise<AgentBudget>;
  /** Reads the agent's pending and open tabs. */
  readTabs(call?: AccessCall): Promise<readonly Tab[]>;
  /** Proposes a spend. A request with the same values, or the same key, is the same spend. */
  propose(request: ProposalRequest, call?: AccessCall): Promise<ProposalAnswer>;
  /** Reads a spend of the agent. */
  readProposal(request: FollowRequest, call?: AccessCall): Promise<ProposalAnswer>;
  /** Requests a seller, and proposes its price. The same values, or the same key, are one purchase. */
  fetchPaid(request: PaidFetchRequest, call?: AccessCall): Promise<PaidFetchAnswer>;
}

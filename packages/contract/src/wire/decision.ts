import type { AgentTurnResult } from "./agent.ts";
import type { Proposal, TreasuryState, WorkspaceRequest } from "./treasury.ts";

/** What a person can say of a proposal. */
export type Decision = "approve" | "deny";

/** Body of `POST /treasury/decide`. */
export interface DecisionRequest extends WorkspaceRequest {
  /** The proposal to decide. */
  proposalId: string;
  /** The first one counts: the same again changes nothing, the opposite is refused. */
  decision: Decision;
  /** Name of the deciding person, kept as not verified; ignored where people sign in. */
  operator?: string | undefined;
  /** What the agent and the record are told with it. */
  comment?: string | undefined;
  /** Whether the turn that proposed it goes on, once nothing of it waits any more, before this is answered. */
  resume?: boolean | undefined;
}

/** Answer of `POST /treasury/decide`. */
export interface DecisionAnswer {
  /** The proposal after the decision: `failed`, with the reason in `failure`, where a cap stopped it. */
  proposal: Proposal;
  /** The treasury after it. */
  state: TreasuryState;
  /** What the turn came to, where `resume` asked for it; null when something of it still waits. */
  turn?: AgentTurnResult | null | undefined;
}

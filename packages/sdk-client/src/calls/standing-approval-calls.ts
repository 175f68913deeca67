import type {
  ActionAnswer,
  RevokedStandingApproval,
  StandingApprovalList,
  StandingApprovalReference,
  StandingApprovalRequest,
  WorkspaceRequest,
} from "@agent-treasury/contract/wire";
import type { CallOptions } from "../options.ts";

export interface StandingApprovalCalls {
  /** Lists standing approvals with their usage: `GET /treasury/standing-approvals`. */
  list(request?: WorkspaceRequest, call?: CallOptions): Promise<StandingApprovalList>;
  /**
   * Approves an agent's payments to a payee in advance: `POST /treasury/standing-approvals`. The
   * action is `pending` if the present rules require more approvals than the caller's.
   *
   * Error codes: `invalid_request`, `standing_approval_limit_reached`, `too_many_pending`.
   *
   * @example
   * const terms = { agentId: "buyer", vendor: "Namecheap", maximumUsd: 30, count: 12 };
   * await client.standingApprovals.create({ ...terms, endsAt: "2027-01-01T00:00:00Z" });
   */
  create(request: StandingApprovalRequest, call?: CallOptions): Promise<ActionAnswer>;
  /**
   * Revokes a standing approval at once: `POST
   * /treasury/standing-approvals/{standingApprovalId}/revoke`. Repeated calls change nothing.
   *
   * Error codes: `standing_approval_not_found`.
   */
  revoke(request: StandingApprovalReference, call?: CallOptions): Promise<RevokedStandingApproval>;
}

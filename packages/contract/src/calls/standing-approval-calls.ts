import type {
  ActionAnswer,
  RevokedStandingApproval,
  StandingApprovalList,
  StandingApprovalReference,
  StandingApprovalRequest,
  WorkspaceRequest,
} from "../shapes.ts";
import type { CallTerms } from "./call-terms.ts";

export interface StandingApprovalCalls<By extends CallTerms> {
  /** Lists standing approvals with their usage: `GET /treasury/standing-approvals`. */
  list(request?: WorkspaceRequest, ...call: By["options"]): Promise<StandingApprovalList>;
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
  create(request: StandingApprovalRequest, ...call: By["options"]): Promise<ActionAnswer>;
  /**
   * Revokes a standing approval at once: `POST
   * /treasury/standing-approvals/{standingApprovalId}/revoke`. Repeated calls change nothing.
   *
   * Error codes: `standing_approval_not_found`.
   */
  revoke(
    request: StandingApprovalReference,
    ...call: By["options"]
  ): Promise<RevokedStandingApproval>;
}

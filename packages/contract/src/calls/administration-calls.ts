import type {
  ActionAnswer,
  ActionDecision,
  ActionListRequest,
  ActionPage,
  AllocationList,
  AllocationReference,
  AllocationRequest,
  CredentialPage,
  CredentialRequest,
  CredentialRevocation,
  DeploymentFreezeAnswer,
  DeploymentFreezeRequest,
  DeploymentUnfreezeAnswer,
  DeploymentUnfreezeRequest,
  FreezeAnswer,
  FreezeList,
  FreezeRequest,
  IssuedCredential,
  PageRequest,
  RevokedCredential,
  UnfreezeRequest,
  WorkspaceRequest,
} from "../shapes.ts";
import type { CallTerms } from "./call-terms.ts";

export interface AllocationCalls<By extends CallTerms> {
  /** Lists all allocations with their usage: `GET /treasury/allocations`. */
  list(request?: WorkspaceRequest, ...call: By["options"]): Promise<AllocationList>;
  /**
   * Creates an allocation, or changes the given fields: `POST /treasury/allocations`. A higher
   * limit, a later end, another window and another parent are `pending` if the present rules require
   * more approvals than the caller's.
   *
   * Error codes: `invalid_request`, `too_many_pending`.
   */
  set(request: AllocationRequest & By["person"], ...call: By["options"]): Promise<ActionAnswer>;
  /**
   * Closes an allocation permanently: `POST /treasury/allocations/{allocationId}/archive`.
   *
   * Error codes: `allocation_not_found`.
   */
  archive(
    request: AllocationReference & By["person"],
    ...call: By["options"]
  ): Promise<ActionAnswer>;
}

export interface ActionCalls<By extends CallTerms> {
  /** Lists a page of administrative actions, newest first: `GET /treasury/actions`. */
  list(page?: ActionListRequest, ...call: By["options"]): Promise<ActionPage>;
  /**
   * Approves or denies an administrative action: `POST /treasury/actions/{actionId}/decide`. The
   * last approval that is needed applies it.
   *
   * Error codes: `action_not_found`, `already_decided`, `rules_changed`, `funds_held`,
   * `sign_in_not_connected`.
   */
  decide(request: ActionDecision, ...call: By["options"]): Promise<ActionAnswer>;
}

export interface FreezeCalls<By extends CallTerms> {
  /** Lists the freezes in effect, with that of all workspaces: `GET /treasury/freezes`. */
  list(request?: WorkspaceRequest, ...call: By["options"]): Promise<FreezeList>;
  /**
   * Stops all payments of a workspace, an allocation, an agent or a vendor: `POST
   * /treasury/freezes`. Payments in flight cannot be recalled, and the response lists them. Repeated
   * calls return the first freeze. An agent's credential can freeze only its agent.
   *
   * Error codes: `allocation_not_found`, `freeze_limit_reached`.
   *
   * @example
   * const { freeze } = await client.freezes.freeze({ scope: "agent", id: "buyer" });
   * console.log(freeze.payments);
   */
  freeze(request: FreezeRequest, ...call: By["options"]): Promise<FreezeAnswer>;
  /**
   * Ends a freeze: `POST /treasury/unfreeze`. The action is `pending` if the present rules require
   * more approvals than the caller's.
   *
   * Error codes: `freeze_not_found`, `too_many_pending`.
   */
  unfreeze(request: UnfreezeRequest, ...call: By["options"]): Promise<ActionAnswer>;
  /** Stops all payments of all workspaces: `POST /treasury/freeze-all`. */
  freezeAll(
    request?: DeploymentFreezeRequest,
    ...call: By["options"]
  ): Promise<DeploymentFreezeAnswer>;
  /**
   * Ends the freeze of all workspaces: `POST /treasury/unfreeze-all`. Other freezes remain. Where
   * rules require more approvals, each approver repeats the call.
   *
   * Error codes: `freeze_not_found`.
   */
  unfreezeAll(
    request?: DeploymentUnfreezeRequest,
    ...call: By["options"]
  ): Promise<DeploymentUnfreezeAnswer>;
}

export interface CredentialCalls<By extends CallTerms> {
  /**
   * Issues a credential to an external agent: `POST /treasury/credentials`. Only this response
   * contains the token, which is not valid while `action` is pending. The client never retries it.
   *
   * Error codes: `credential_limit_reached`, `too_many_pending`, `access_not_chosen`.
   */
  issue(
    request: CredentialRequest & By["person"],
    ...call: By["options"]
  ): Promise<IssuedCredential>;
  /** Lists a page of credentials, newest first: `GET /treasury/credentials`. */
  list(page?: PageRequest, ...call: By["options"]): Promise<CredentialPage>;
  /**
   * Revokes a credential at once: `POST /treasury/credentials/{credentialId}/revoke`.
   *
   * Error codes: `credential_not_found`.
   */
  revoke(
    request: CredentialRevocation & By["person"],
    ...call: By["options"]
  ): Promise<RevokedCredential>;
}

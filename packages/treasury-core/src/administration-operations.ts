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
  CurrentRules,
  DeploymentFreezeAnswer,
  DeploymentFreezeRequest,
  DeploymentUnfreezeAnswer,
  DeploymentUnfreezeRequest,
  ForgottenPayee,
  FreezeAnswer,
  FreezeList,
  FreezeRequest,
  IssuedCredential,
  PageRequest,
  PaidByPolicy,
  PayeeAddition,
  PayeeListRequest,
  PayeePage,
  PayeeReference,
  PasskeyInvitation,
  PasskeyInvitationRequest,
  PasskeyList,
  PasskeyRemoval,
  PublicationPage,
  PublicationReference,
  PublicationRequest,
  PublishedRules,
  RemovedPasskey,
  ReplayProgressItem,
  ReplayReport,
  ReplayRequest,
  RevokedCredential,
  RevokedStandingApproval,
  RuleDraftAnswer,
  RuleDraftRequest,
  RulesReport,
  StandingApprovalList,
  StandingApprovalReference,
  StandingApprovalRequest,
  UnfreezeRequest,
  WorkspaceRequest,
} from "@agent-treasury/contract";

export interface CredentialOperations {
  /**
   * Issues a credential to an external agent. No later call returns its token. If the published
   * rules require more approvals, `action` is pending, and the token is valid once it is approved.
   * `operator` is treated as verified.
   *
   * @throws TreasuryError `access_not_chosen` without `authenticate`, unless `access` is `guests`;
   * `credential_limit_reached`, `too_many_pending`.
   */
  issue(request: CredentialRequest & { readonly operator?: string }): Promise<IssuedCredential>;
  /** Lists a page of credentials, newest first, with expired and revoked ones. */
  list(request?: PageRequest): Promise<CredentialPage>;
  /**
   * Revokes a credential at once. Idempotent. `operator` is treated as verified.
   *
   * @throws TreasuryError `credential_not_found`.
   */
  revoke(
    request: CredentialRevocation & { readonly operator?: string },
  ): Promise<RevokedCredential>;
}

/** In each request, `operator` is treated as verified. */
interface ByOperator {
  readonly operator?: string;
}

/** The saved draft of a workspace's rules, at most one. It judges no spend. */
export interface DraftOperations {
  /** Reads the draft with its last replay. */
  draft(request?: WorkspaceRequest): Promise<RuleDraftAnswer>;
  /**
   * Saves a draft. Unless `replayDaily` is false, maintenance replays it over the last days, now and
   * once a day, and records the event `draftReplayed`.
   *
   * @throws TreasuryError `invalid_request` with one line for each problem.
   */
  saveDraft(request: RuleDraftRequest): Promise<RuleDraftAnswer>;
  removeDraft(request?: WorkspaceRequest): Promise<RuleDraftAnswer>;
}

export interface RuleOperations extends DraftOperations {
  /** Reads the rules that judge the next spend, with their usage. */
  current(request?: WorkspaceRequest): Promise<CurrentRules>;
  /** Checks rules without publishing them. */
  validate(request: { readonly rules: unknown }): Promise<RulesReport>;
  /**
   * Publishes rules, or records a pending action if the present rules require more approvals. The
   * same rules remain the present publication, which is then the action's `result`. Rules
   * with `count` above 1, `from` or `notProposer` need `authenticate`, also for code in the process:
   * otherwise no spend could be approved.
   *
   * @throws TreasuryError `invalid_request` with one line for each problem,
   * `sign_in_not_connected`, `rules_changed`, `too_many_pending`.
   * @example
   * ```ts
   * const rules = { version: 1, rules: [{ id: "cloud", then: { limit: { amountUsd: 500, per: "month" } } }] };
   * const { action } = await treasury.rules.publish({ workspaceId: "acme", rules, operator: "Ada" });
   * ```
   */
  publish(request: PublicationRequest & ByOperator): Promise<ActionAnswer>;
  /** Lists a page of publications, newest first. */
  history(request?: PageRequest): Promise<PublicationPage>;
  /** @throws TreasuryError `publication_not_found`. */
  read(request: PublicationReference): Promise<PublishedRules>;
  /**
   * Publishes the rules of an earlier publication again, as a new publication unless they are the
   * present ones.
   *
   * @throws TreasuryError `publication_not_found`, and the errors of `publish`.
   */
  rollBack(request: PublicationReference & ByOperator): Promise<ActionAnswer>;
  /**
   * Reports what a draft of rules would have done over the workspace's history. Read-only.
   *
   * @throws TreasuryError `invalid_request` with one line for each problem; `service_busy` while two
   * replays run in this process.
   * @example
   * ```ts
   * const from = new Date(Date.now() - 30 * 86_400_000).toISOString();
   * const { changed, totals } = await treasury.rules.replay({ workspaceId: "acme", rules, from });
   * ```
   */
  replay(request?: ReplayRequest, options?: ReplayOptions): Promise<ReplayReport>;
}

export interface ReplayOptions {
  readonly onProgress?: (progress: Omit<ReplayProgressItem, "kind">) => void;
  readonly signal?: AbortSignal;
}

export interface AllocationOperations {
  /** Lists all allocations with their usage. */
  list(request?: WorkspaceRequest): Promise<AllocationList>;
  /**
   * Creates an allocation, or changes the given fields. A higher limit, a later end, another window
   * and another parent need the approvals that the present rules require.
   *
   * @throws TreasuryError `invalid_request`, `too_many_pending`.
   */
  set(request: AllocationRequest & ByOperator): Promise<ActionAnswer>;
  /**
   * Closes an allocation permanently.
   *
   * @throws TreasuryError `allocation_not_found`; `invalid_request` while an allocation below it is
   * not archived.
   */
  archive(request: AllocationReference & ByOperator): Promise<ActionAnswer>;
}

export interface PayeeOperations {
  /** Lists a page of the payees that persons approved, newest first. */
  list(request?: PayeeListRequest): Promise<PayeePage>;
  /** Lists the payees that policy paid in the last 90 days without the check of payees, unless they are known. */
  paidByPolicy(request?: WorkspaceRequest): Promise<PaidByPolicy>;
  /**
   * Adds a payee as if a person had approved a payment of the amount, or records a pending action if
   * the present rules require more approvals. `operator` is treated as verified.
   *
   * @throws TreasuryError `invalid_request`, `too_many_pending`.
   */
  add(request: PayeeAddition): Promise<ActionAnswer>;
  /**
   * Forgets a payee at once, so that a person has to approve it again.
   *
   * @throws TreasuryError `payee_not_found`.
   */
  forget(request: PayeeReference): Promise<ForgottenPayee>;
}

export interface StandingApprovalOperations {
  /** Lists standing approvals with their usage, newest first. */
  list(request?: WorkspaceRequest): Promise<StandingApprovalList>;
  /**
   * Approves an agent's payments to a payee in advance, or records a pending action if the present
   * rules require more approvals. `operator` is treated as verified.
   *
   * @throws TreasuryError `invalid_request`, `standing_approval_limit_reached`, `too_many_pending`.
   */
  create(request: StandingApprovalRequest): Promise<ActionAnswer>;
  /**
   * Revokes a standing approval at once. Idempotent. `operator` is treated as verified.
   *
   * @throws TreasuryError `standing_approval_not_found`.
   */
  revoke(request: StandingApprovalReference): Promise<RevokedStandingApproval>;
}

export interface FreezeOperations {
  /** Lists the freezes in effect, with that of the deployment. */
  list(request?: WorkspaceRequest): Promise<FreezeList>;
  /**
   * Stops all payments of a workspace, an allocation, an agent or a vendor. Payments in flight cannot
   * be recalled, and the result lists them. Idempotent.
   *
   * @throws TreasuryError `allocation_not_found`, `freeze_limit_reached`.
   */
  freeze(request: FreezeRequest): Promise<FreezeAnswer>;
  /**
   * Ends a freeze, or records a pending action if the present rules require more approvals.
   *
   * @throws TreasuryError `freeze_not_found`, `too_many_pending`.
   */
  unfreeze(request: UnfreezeRequest): Promise<ActionAnswer>;
  /**
   * Stops all payments of all workspaces, also of those that are created later. Resolves once every
   * workspace is frozen or listed as not done. Idempotent.
   */
  freezeAll(
    request?: DeploymentFreezeRequest & {
      /** Called after each workspace, with their number. */
      readonly onProgress?: (workspaces: number) => void;
    },
  ): Promise<DeploymentFreezeAnswer>;
  /**
   * Ends the freeze of all workspaces. Other freezes remain. Where rules require more approvals, each
   * approver repeats it.
   *
   * @throws TreasuryError `freeze_not_found`.
   */
  unfreezeAll(request?: DeploymentUnfreezeRequest): Promise<DeploymentUnfreezeAnswer>;
}

export interface DeploymentOperations {
  /** Returns the id of the deployment, or null before an executor needed it. */
  id(): Promise<string | null>;
  /**
   * Gives a copy of a database its own id, before any process starts on it. Payments that the
   * original prepared are then only looked up.
   */
  replaceId(): Promise<string>;
}

export interface ActionOperations {
  /** Lists a page of administrative actions, newest first. */
  list(request?: ActionListRequest): Promise<ActionPage>;
  /**
   * Approves or denies an administrative action. The last approval that is needed applies it.
   *
   * @throws TreasuryError `action_not_found`, `already_decided`, `rules_changed`, `funds_held`,
   * `sign_in_not_connected`.
   */
  decide(request: ActionDecision): Promise<ActionAnswer>;
}

export interface PasskeyOperations {
  /** Lists all passkeys of the workspace. */
  list(request?: WorkspaceRequest): Promise<PasskeyList>;
  /**
   * Invites a person to register a passkey. Only this result contains the token, with which the
   * person registers on the page.
   *
   * @throws TreasuryError `passkeys_not_connected`, `passkey_limit_reached`, `too_many_pending`.
   */
  invite(request: PasskeyInvitationRequest & ByOperator): Promise<PasskeyInvitation>;
  /**
   * Removes a passkey. `action` is pending until a second person approves it.
   *
   * @throws TreasuryError `passkey_not_found`, `passkey_needed`, `too_many_pending`.
   */
  remove(request: PasskeyRemoval & ByOperator): Promise<RemovedPasskey>;
}

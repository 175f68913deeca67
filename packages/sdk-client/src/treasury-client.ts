import type {
  ActionAnswer,
  ActionDecision,
  ActionListRequest,
  ActionPage,
  AdministrativeAction,
  AgentCredential,
  AgentTurnResult,
  AllocationList,
  AllocationReference,
  AllocationRequest,
  ApprovalWithdrawal,
  BudgetRequest,
  CredentialPage,
  CredentialRequest,
  CredentialRevocation,
  CurrentRules,
  DecisionAnswer,
  DecisionRequest,
  DepositConfirmation,
  DepositRequest,
  DepositSession,
  DeploymentFreezeAnswer,
  DeploymentFreezeRequest,
  DeploymentUnfreezeAnswer,
  DeploymentUnfreezeRequest,
  DestroyAnswer,
  ExecAnswer,
  Fleet,
  FreezeAnswer,
  FreezeList,
  FreezeRequest,
  Health,
  Inbox,
  InboxRequest,
  IssuedCredential,
  LedgerEntry,
  LedgerPage,
  MachineAnswer,
  MachineChangeAnswer,
  PageRequest,
  Proposal,
  ProposalAnswer,
  ProposalPage,
  ProposalReading,
  ProposalRequest,
  ProvisionRequest,
  Publication,
  PublicationPage,
  PublicationReference,
  PublicationRequest,
  PublishedRules,
  ReplayReport,
  ReplayRequest,
  ResumeRequest,
  RevokedCredential,
  RulesReport,
  RulesValidation,
  TreasuryState,
  TurnEvents,
  TurnRequest,
  TurnStreamItem,
  UnfreezeRequest,
  Verification,
  WithdrawnApproval,
  WorkspaceRequest,
} from "@agent-treasury/contract/wire";
import type { CallOptions, ReplayOptions } from "./options.ts";

export interface ReturnedDeposit extends WorkspaceRequest {
  /** The `deposit_session` parameter of the return address. */
  sessionId: string;
}

export interface ExecRequest {
  /** Run with bash. */
  command: string;
  /** Timeout in seconds, 1 to 600. */
  timeoutSec?: number | undefined;
}

export interface EventsRequest extends WorkspaceRequest {
  turnId: string;
  /** The id of the last received event. Default: none. */
  after?: string | undefined;
}

export interface ResumedStreamRequest extends ResumeRequest {
  /** The id of the last received event. Default: none. */
  after?: string | undefined;
}

/** The request is sent when the first item is requested. */
export type TurnStream = AsyncGenerator<TurnStreamItem, void>;

export interface AgentCalls {
  /**
   * Runs one turn until it ends or one of its spends needs approval: `POST /agent`. Takes up to two
   * minutes. A denied or failed action does not reject: it appears in `events` and in the proposals
   * of `state`.
   *
   * Error codes: `turn_in_progress`, `too_many_turns`, `token_budget_exceeded` (each with
   * `retryAfterSeconds`), `model_not_connected`, `model_failed`, `turn_failed`.
   *
   * @example
   * const { assistant, awaitingApproval, state } = await client.agent.run({ message: "Buy a domain
   * for $24." });
   */
  run(request: TurnRequest, call?: CallOptions): Promise<AgentTurnResult>;
  /**
   * Runs one turn and streams its events: `POST /agent`. A stream that disconnects reconnects after
   * the last event, also to another process. The text of the current answer is then sent again from
   * `offset` 0. Leaving the loop or aborting the signal does not stop the turn.
   *
   * Rejects like any call before the first item, and with a `TreasuryConnectionError` if
   * reconnecting fails.
   *
   * @example
   * let answer = "";
   * for await (const item of client.agent.stream({ message: "Buy a domain for $12." })) {
   *   if (item.kind === "text") answer = answer.slice(0, item.offset) + item.text;
   *   if (item.kind === "tool_call") console.log(item.tool, item.arguments);
   *   if (item.kind === "result") console.log(item.result.assistant);
   * }
   */
  stream(request: TurnRequest, call?: CallOptions): TurnStream;
  /**
   * Resumes a turn that has no pending proposals left: `POST /agent/resume`. Repeated calls resume
   * it once. If proposals are still pending, returns the turn's result so far.
   *
   * Error codes: `turn_not_found`, and those of `run`.
   */
  resume(request: ResumeRequest, call?: CallOptions): Promise<AgentTurnResult>;
  /** Like `resume`, as a stream. Joins the turn if it already runs. */
  streamResume(request: ResumedStreamRequest, call?: CallOptions): TurnStream;
  /**
   * Streams an existing turn, including one started by another client: `GET
   * /agent/turns/{id}/events`.
   */
  watch(request: EventsRequest, call?: CallOptions): TurnStream;
  /** Reads a turn's events so far: `GET /agent/turns/{id}/events`. */
  events(request: EventsRequest, call?: CallOptions): Promise<TurnEvents>;
}

export interface TreasuryCalls {
  /**
   * Reads the treasury with all pending spends and the newest hundred entries: `GET /treasury`.
   * Amounts are in USD. A workspace that was never used has its starting capital.
   *
   * @example
   * const { availableUsd, proposals } = await client.treasury.state();
   * const waiting = proposals.filter(({ status }) => status === "pending");
   */
  state(request?: WorkspaceRequest, call?: CallOptions): Promise<TreasuryState>;
  /** Lists a page of ledger entries, newest first: `GET /treasury/ledger`. */
  ledger(page?: PageRequest, call?: CallOptions): Promise<LedgerPage>;
  /** Lists a page of proposals, newest first: `GET /treasury/proposals`. */
  proposals(page?: PageRequest, call?: CallOptions): Promise<ProposalPage>;
  /**
   * Iterates over ledger entries, newest first. Pages are requested when they are needed.
   *
   * @example
   * for await (const { createdAt, amountUsd } of client.treasury.eachEntry()) {
   *   if (createdAt < "2026-11-01") break;
   *   console.log(createdAt, amountUsd);
   * }
   */
  eachEntry(from?: PageRequest, call?: CallOptions): AsyncGenerator<LedgerEntry, void>;
  /** Iterates over proposals, newest first. */
  eachProposal(from?: PageRequest, call?: CallOptions): AsyncGenerator<Proposal, void>;
  /** Verifies the hash chain: `GET /treasury/verify`. */
  verify(request?: WorkspaceRequest, call?: CallOptions): Promise<Verification>;
  /**
   * Opens a checkout: `POST /treasury/deposit`. Redirect the payer to its `url`. The payer returns
   * to `/command?deposit_session=…` of your app, which confirms the deposit. Nothing is credited
   * before payment.
   *
   * Error codes: `payments_not_connected`, `payment_mode_changed`, `payment_processor_error`.
   *
   * @example
   * const { url } = await client.treasury.deposit({ amountUsd: 100 });
   */
  deposit(request: DepositRequest, call?: CallOptions): Promise<DepositSession>;
  /**
   * Credits a paid checkout once, however often it is called: `GET /treasury/deposit`. For an
   * unpaid checkout, `paid` is false and nothing is credited.
   *
   * Error codes: `deposit_belongs_elsewhere`, `payment_mode_changed`, `unsupported_currency`,
   * `payment_processor_error`.
   */
  confirmDeposit(request: ReturnedDeposit, call?: CallOptions): Promise<DepositConfirmation>;
  /**
   * Approves or denies a spend: `POST /treasury/decide`. An approved spend is checked against the
   * caps and the reserve again, then paid. If a cap blocks it, the call resolves: the proposal is
   * `failed`, with the reason in `failure`. Repeating a decision changes nothing.
   *
   * Error codes: `already_decided`, `proposal_expired`, `proposal_not_found`,
   * `payment_mode_changed`, `spend_executor_error` (the amount stays held).
   *
   * @example
   * const { proposal } = await client.treasury.decide({ proposalId, decision: "approve" });
   * if (proposal.status === "failed") console.log(proposal.failure);
   */
  decide(request: DecisionRequest, call?: CallOptions): Promise<DecisionAnswer>;
  /**
   * Proposes a spend: `POST /treasury/proposals`. With an agent's credential in `headers`, the agent
   * proposes it. A request with the same `idempotencyKey`, or with the same values without a key,
   * returns the same proposal. `dryRun: true` stores nothing.
   *
   * Error codes: `too_many_pending`, `payment_mode_changed`, `idempotency_key_reused`.
   *
   * @example
   * const spend = { amountUsd: 12, vendor: "Acme", purpose: "paper" };
   * const { proposal } = await client.treasury.propose(spend);
   */
  propose(request: ProposalRequest, call?: CallOptions): Promise<ProposalAnswer>;
  /**
   * Reads a proposal: `GET /treasury/proposals/{proposalId}`. With `wait`, waits up to 55 seconds
   * for its outcome, and returns its present status afterwards.
   *
   * Error codes: `proposal_not_found`; `rate_limited` if 4 requests of this credential wait.
   *
   * @example
   * const { proposal } = await client.treasury.proposal({ proposalId, wait: 55 });
   * if (proposal.status === "executed") console.log(proposal.reference);
   */
  proposal(request: ProposalReading, call?: CallOptions): Promise<ProposalAnswer>;
  /**
   * Withdraws the caller's own approval of a pending proposal: `POST
   * /treasury/proposals/{proposalId}/withdraw`. Repeated calls change nothing.
   *
   * Error codes: `already_decided`, `proposal_not_found`.
   */
  withdrawApproval(request: ApprovalWithdrawal, call?: CallOptions): Promise<WithdrawnApproval>;
  /**
   * Sets the limits of the workspace until its next reset: `POST /treasury/budget`. Omitted limits
   * return to the defaults.
   *
   * Error codes: `forbidden` without sign-in; `approval_required` with the id of the administrative
   * action, if looser limits need more approvals.
   */
  setBudget(request: BudgetRequest, call?: CallOptions): Promise<TreasuryState>;
  /**
   * Starts a new, empty ledger: `POST /treasury/reset`. Earlier entries are stored but no longer
   * counted.
   *
   * Error codes: `funds_held` while payments are in progress; `approval_required` with the id of the
   * administrative action, if the published rules require more approvals.
   */
  reset(request?: WorkspaceRequest, call?: CallOptions): Promise<TreasuryState>;
}

export interface RuleCalls {
  /** Reads the rules that judge the next spend, with their usage: `GET /treasury/rules`. */
  current(request?: WorkspaceRequest, call?: CallOptions): Promise<CurrentRules>;
  /** Checks rules without publishing them: `POST /treasury/rules/validate`. */
  validate(request: RulesValidation, call?: CallOptions): Promise<RulesReport>;
  /**
   * Publishes rules: `POST /treasury/rules`. The action is `pending` if the present rules require
   * more approvals than the caller's.
   *
   * Error codes: `invalid_request` with one line for each problem, `rules_changed`,
   * `too_many_pending`.
   *
   * @example
   * const cloud = { id: "cloud", then: { limit: { amountUsd: 500, per: "month" } } } as const;
   * const { action } = await client.rules.publish({ rules: { version: 1, rules: [cloud] } });
   */
  publish(request: PublicationRequest, call?: CallOptions): Promise<ActionAnswer>;
  /** Lists a page of publications, newest first: `GET /treasury/rules/history`. */
  history(page?: PageRequest, call?: CallOptions): Promise<PublicationPage>;
  /** Iterates over publications, newest first. */
  eachPublication(from?: PageRequest, call?: CallOptions): AsyncGenerator<Publication, void>;
  /**
   * Reads one publication: `GET /treasury/rules/{digest}`.
   *
   * Error codes: `publication_not_found`.
   */
  read(request: PublicationReference, call?: CallOptions): Promise<PublishedRules>;
  /**
   * Publishes the rules of an earlier publication again: `POST /treasury/rules/{digest}/publish`.
   *
   * Error codes: `publication_not_found`, and those of `publish`.
   */
  rollBack(request: PublicationReference, call?: CallOptions): Promise<ActionAnswer>;
  /**
   * Reports what rules would have done over the workspace's history: `POST
   * /treasury/rules/replay`. Stores nothing. Rejects with a `TreasuryConnectionError` if the stream
   * disconnects: start the replay again.
   *
   * Error codes: `invalid_request` with one line for each problem, `service_busy`.
   *
   * @example
   * const onProgress = ({ share }) => console.log(`${Math.round(share * 100)} %`);
   * const { changes, totals } = await client.rules.replay({ rules }, { onProgress });
   */
  replay(request?: ReplayRequest, call?: ReplayOptions): Promise<ReplayReport>;
}

export interface AllocationCalls {
  /** Lists all allocations with their usage: `GET /treasury/allocations`. */
  list(request?: WorkspaceRequest, call?: CallOptions): Promise<AllocationList>;
  /**
   * Creates an allocation, or changes the given fields: `POST /treasury/allocations`. A higher
   * limit, a later end, another window and another parent are `pending` if the present rules require
   * more approvals than the caller's.
   *
   * Error codes: `invalid_request`, `too_many_pending`.
   */
  set(request: AllocationRequest, call?: CallOptions): Promise<ActionAnswer>;
  /**
   * Closes an allocation permanently: `POST /treasury/allocations/{allocationId}/archive`.
   *
   * Error codes: `allocation_not_found`.
   */
  archive(request: AllocationReference, call?: CallOptions): Promise<ActionAnswer>;
}

export interface ActionCalls {
  /** Lists a page of administrative actions, newest first: `GET /treasury/actions`. */
  list(page?: ActionListRequest, call?: CallOptions): Promise<ActionPage>;
  /** Iterates over administrative actions, newest first. */
  each(from?: ActionListRequest, call?: CallOptions): AsyncGenerator<AdministrativeAction, void>;
  /**
   * Approves or denies an administrative action: `POST /treasury/actions/{actionId}/decide`. The
   * last approval that is needed applies it.
   *
   * Error codes: `action_not_found`, `already_decided`, `rules_changed`, `funds_held`.
   */
  decide(request: ActionDecision, call?: CallOptions): Promise<ActionAnswer>;
}

export interface FreezeCalls {
  /** Lists the freezes in effect, with that of all workspaces: `GET /treasury/freezes`. */
  list(request?: WorkspaceRequest, call?: CallOptions): Promise<FreezeList>;
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
  freeze(request: FreezeRequest, call?: CallOptions): Promise<FreezeAnswer>;
  /**
   * Ends a freeze: `POST /treasury/unfreeze`. The action is `pending` if the present rules require
   * more approvals than the caller's.
   *
   * Error codes: `freeze_not_found`, `too_many_pending`.
   */
  unfreeze(request: UnfreezeRequest, call?: CallOptions): Promise<ActionAnswer>;
  /** Stops all payments of all workspaces: `POST /treasury/freeze-all`. */
  freezeAll(request?: DeploymentFreezeRequest, call?: CallOptions): Promise<DeploymentFreezeAnswer>;
  /**
   * Ends the freeze of all workspaces: `POST /treasury/unfreeze-all`. Other freezes remain. Where
   * rules require more approvals, each approver repeats the call.
   *
   * Error codes: `freeze_not_found`.
   */
  unfreezeAll(
    request?: DeploymentUnfreezeRequest,
    call?: CallOptions,
  ): Promise<DeploymentUnfreezeAnswer>;
}

export interface CredentialCalls {
  /**
   * Issues a credential to an external agent: `POST /treasury/credentials`. Only this response
   * contains the token, which is not valid while `action` is pending. The client never retries it.
   *
   * Error codes: `credential_limit_reached`, `too_many_pending`, `access_not_chosen`.
   */
  issue(request: CredentialRequest, call?: CallOptions): Promise<IssuedCredential>;
  /** Lists a page of credentials, newest first: `GET /treasury/credentials`. */
  list(page?: PageRequest, call?: CallOptions): Promise<CredentialPage>;
  /** Iterates over credentials, newest first. */
  each(from?: PageRequest, call?: CallOptions): AsyncGenerator<AgentCredential, void>;
  /**
   * Revokes a credential at once: `POST /treasury/credentials/{credentialId}/revoke`.
   *
   * Error codes: `credential_not_found`.
   */
  revoke(request: CredentialRevocation, call?: CallOptions): Promise<RevokedCredential>;
}

export interface MachineCalls {
  /** Lists all machines: `GET /agents`. */
  list(call?: CallOptions): Promise<Fleet>;
  /**
   * Provisions a machine and waits up to five minutes until it is started: `POST /agents`.
   *
   * Error codes: `machines_not_connected`, `machine_limit_reached`, `machine_host_error`.
   */
  provision(request?: ProvisionRequest, call?: CallOptions): Promise<MachineAnswer>;
  /** Reads one machine: `GET /agents/{id}`. */
  get(id: string, call?: CallOptions): Promise<MachineAnswer>;
  /** Suspends a machine: `POST /agents/{id}`. */
  suspend(id: string, call?: CallOptions): Promise<MachineChangeAnswer>;
  /** Starts a suspended machine: `POST /agents/{id}`. */
  start(id: string, call?: CallOptions): Promise<MachineChangeAnswer>;
  /**
   * Runs a command on a machine: `POST /agents/{id}`. `ok` is true if the exit code is 0. After a
   * timeout `exitCode` is 124. The client never retries it.
   *
   * @example
   * const { ok, result } = await client.machines.exec(id, { command: "uname -a", timeoutSec: 10 });
   */
  exec(id: string, request: ExecRequest, call?: CallOptions): Promise<ExecAnswer>;
  /** Destroys a machine: `DELETE /agents/{id}`. */
  destroy(id: string, call?: CallOptions): Promise<DestroyAnswer>;
}

/**
 * A client for the service API.
 *
 * Every call rejects with a `TreasuryApiError` for a failed response, a `TreasuryConnectionError`
 * if the service cannot be reached, a `TreasuryTimeoutError` after the timeout, the signal's reason
 * when it aborts, and a `TypeError` if an id is not valid in a path.
 */
export interface TreasuryClient {
  readonly agent: AgentCalls;
  readonly treasury: TreasuryCalls;
  readonly rules: RuleCalls;
  readonly allocations: AllocationCalls;
  readonly actions: ActionCalls;
  readonly freezes: FreezeCalls;
  readonly credentials: CredentialCalls;
  readonly machines: MachineCalls;
  /**
   * Reads a page of what needs approval in all workspaces that the person may read: `GET
   * /treasury/inbox`. Continue with its `cursor`.
   */
  inbox(page?: InboxRequest, call?: CallOptions): Promise<Inbox>;
  /** Checks the service's health: `GET /health`. */
  health(call?: CallOptions): Promise<Health>;
}

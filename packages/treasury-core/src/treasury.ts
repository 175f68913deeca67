import type {
  AgentBudget,
  AgentMachine,
  AgentTurnResult,
  ApprovalWithdrawal,
  Costs,
  CostsRequest,
  DecisionRequest,
  DepositConfirmation,
  DepositRequest,
  DepositSession,
  Inbox,
  InboxRequest,
  PaidFetchAnswer,
  PaidFetchRequest,
  Proposal,
  ProposalAnswer,
  ProposalReading,
  ProposalRequest,
  RailReconciliation,
  Rails,
  ResourceRequest,
  ResumeRequest,
  TreasuryState,
  TurnRequest,
  Verification,
  WorkspaceList,
  WorkspaceListRequest,
  WorkspaceRequest,
} from "@agent-treasury/contract";
import type { IncomingPayments, PaidResource, SpendNotice } from "@agent-treasury/provider";
import type {
  ActionOperations,
  AllocationOperations,
  CredentialOperations,
  DeploymentOperations,
  FreezeOperations,
  PasskeyOperations,
  RuleOperations,
  PayeeOperations,
  StandingApprovalOperations,
} from "./administration-operations.ts";
import type { TurnRecovery } from "./features/agent/recover-turns.ts";
import type { ReconcileRequest, Reconciliation } from "./features/deposits/reconcile.ts";
import type { MachineRecovery } from "./features/machines/recover-machines.ts";
import type { SpendRecovery } from "./features/payments/payouts/recover-spends.ts";
import type { SessionRecords } from "./features/sessions/session-records.ts";
import type { TextErasure } from "./features/workspace/erase-text.ts";
import type { LimitOptions } from "./features/workspace/limit-options.ts";
import type { CoreModule } from "./http/core-module.ts";
import type { TreasuryHandler } from "./http/handler.ts";
import type { ReceiptOperations } from "./receipt-operations.ts";
import type { RefundOperations } from "./refund-operations.ts";
import type { TabOperations } from "./tab-operations.ts";

export interface EraseTextRequest {
  readonly workspaceId: string;
  /** Erases texts of older records; all current ones by default. */
  readonly before?: Date;
  readonly operator?: string;
}

/** A person's resolution of a payment with an unknown outcome. */
export interface SpendResolutionRequest extends WorkspaceRequest {
  readonly proposalId: string;
  readonly outcome: "paid" | "not_paid";
  /** The amount paid; the amount held by default. */
  readonly capturedUsd?: number;
  /** The executor's payment id, which identifies late events of the payment. */
  readonly reference?: string;
  /** Treated as verified. */
  readonly operator?: string;
}

export interface RailReconcileRequest {
  /** Start of the period until now; seven days ago by default. */
  readonly from?: Date;
}

export interface Recovery extends SpendRecovery {
  readonly fleet: MachineRecovery;
  readonly turns: TurnRecovery;
}

/** The proposer of a request. */
export interface NamedAgent {
  /** The external agent. Omit it if a person proposes the spend. */
  readonly agentId?: string;
  /** Shown to approvers; `agentId` by default. */
  readonly agentName?: string;
  /** The person behind the agent, or who proposes the spend. */
  readonly operator?: string;
}

export interface SpendProposalRequest extends ProposalRequest, NamedAgent {}

export interface SpendFetchRequest extends PaidFetchRequest, NamedAgent {
  readonly signal?: AbortSignal;
}

export interface SpendOperations {
  /**
   * Closes a payment manually: `paid` records the expense, `not_paid` releases the amount.
   * Idempotent.
   *
   * @throws TreasuryError `funds_held` while the executor is being called, `already_decided` if the
   * spend ended otherwise, `proposal_not_found`.
   */
  resolveSpend(request: SpendResolutionRequest): Promise<Proposal>;
  /**
   * Records a notice of a payment executor that does not use the payment processor's webhook.
   * Idempotent. A capture after a release or reset is still recorded; one after a release needs
   * review.
   *
   * @throws TreasuryError `proposal_not_found`, `invalid_request`.
   */
  recordSpendNotice(notice: SpendNotice): Promise<Proposal>;
}

/**
 * A treasury: its HTTP handler, and the same operations for code in the same process. That code is
 * trusted: `authenticate` and `authorize` protect only the handler. Methods reject with a
 * `TreasuryError`.
 */
export interface Treasury extends SpendOperations {
  /** Handles every request below `basePath`. */
  readonly handler: TreasuryHandler;
  readonly basePath: string;
  /** Session storage, shared by all processes, for a custom operator sign-in page. */
  readonly sessions: SessionRecords;
  /**
   * Recovers payments and turns of processes that exited, suspends idle machines, and reconciles
   * machines with their records. Runs automatically unless `recoverySeconds` is false. Failures are
   * reported to `onFailure` and do not stop the rest.
   *
   * @throws TreasuryError if the storage cannot be read; `machine_host_error` if the host cannot
   * list.
   */
  recover(): Promise<Recovery>;
  /**
   * Returns the workspace's machine for its agent, and creates it if necessary. Concurrent calls
   * create one machine. It may be suspended; a command resumes it.
   *
   * @throws TreasuryError `machines_not_connected`, `machine_limit_reached`, `machine_host_error`.
   */
  ensureAgentBody(workspaceId?: string): Promise<AgentMachine>;
  /**
   * Reads a workspace (`demo` by default): amounts in USD, pending proposals, and the newest 100
   * entries. Read-only.
   *
   * @throws TreasuryError `invalid_request` for an invalid workspace id, `storage_error`.
   * @example
   * ```ts
   * const { availableUsd, pendingCount } = await treasury.state("acme");
   * ```
   */
  state(workspaceId?: string): Promise<TreasuryState>;
  /**
   * Runs one turn of the agent until it ends or waits for approval. `signal` stops it, and
   * `operator` is the person who starts it. Rejected tool calls are not errors; they appear in the
   * result's events and proposals.
   *
   * @throws TreasuryError `turn_in_progress`, `too_many_turns`, `token_budget_exceeded`,
   * `model_not_connected`; `model_failed`, `turn_failed` and `shutting_down` only if nothing
   * happened yet.
   * @example
   * ```ts
   * const { turnId, awaitingApproval } = await treasury.runTurn({ message: "Buy paper for $12." });
   * ```
   */
  runTurn(
    request: TurnRequest,
    options?: { readonly signal?: AbortSignal; readonly operator?: string },
  ): Promise<AgentTurnResult>;
  /**
   * Resumes a paused turn until it ends or pauses again. Returns the current result if the turn
   * still waits for approval or has ended.
   *
   * @throws TreasuryError `turn_not_found`; `turn_in_progress` if it is running, or another turn
   * runs in the workspace; the errors of `runTurn`.
   */
  resumeTurn(request: ResumeRequest): Promise<AgentTurnResult>;
  /**
   * Records a person's decision, and pays an approved spend if the limits still allow it. Otherwise
   * the proposal is `failed`, with the reason in `failure`. `operator` is treated as verified.
   * `resume: true` resumes the turn before this resolves.
   *
   * @throws TreasuryError `already_decided`, `proposal_expired`, `proposal_not_found`,
   * `payment_mode_changed`; `spend_executor_error` if the payment executor failed and the amount
   * stays held.
   * @example
   * ```ts
   * const { status, failure } = await treasury.decide({ proposalId, decision: "approve", operator: "Ada" });
   * ```
   */
  decide(request: DecisionRequest): Promise<Proposal>;
  /**
   * Reads what an external agent can spend, with its own pending and newest spends; those of persons
   * if there is no `agentId`.
   */
  budget(request?: WorkspaceRequest & NamedAgent): Promise<AgentBudget>;
  /**
   * Proposes a spend of an external agent, or of a person if there is no `agentId`. A request with
   * the same `idempotencyKey`, or with the same values without a key, returns the same proposal.
   * `dryRun: true` returns what would happen now, and stores nothing.
   *
   * @throws TreasuryError `invalid_request`, `too_many_pending`, `payment_mode_changed`,
   * `idempotency_key_reused`.
   * @example
   * ```ts
   * const spend = { amountUsd: 12, vendor: "Acme", purpose: "paper" };
   * const { proposal } = await treasury.propose({ agentId: "buyer", ...spend });
   * ```
   */
  propose(request: SpendProposalRequest): Promise<ProposalAnswer>;
  /**
   * Requests an address of a seller, and proposes the price if the seller asks for one. Returns the
   * content once it is paid. A request with the same `idempotencyKey`, or with the same values
   * without a key, is the same purchase.
   *
   * @throws TreasuryError `paid_fetch_not_connected`, `paid_origin_not_listed`,
   * `price_not_accepted`, `outbound_failed`, and the errors of `propose`.
   * @example
   * ```ts
   * const url = "https://api.example.com/report";
   * const { proposal, resource } = await treasury.fetchPaid({ url, purpose: "a report" });
   * ```
   */
  fetchPaid(request: SpendFetchRequest): Promise<PaidFetchAnswer>;
  /**
   * Reads a proposal of any epoch. With `wait`, waits up to 55 seconds until it is denied, executed
   * or failed. With `agentId`, reads proposals of that agent only.
   *
   * @throws TreasuryError `proposal_not_found`; `rate_limited` if 500 requests of the process wait.
   */
  proposal(
    request: ProposalReading & Pick<NamedAgent, "agentId"> & { readonly signal?: AbortSignal },
  ): Promise<ProposalAnswer>;
  /**
   * Reads what a spend bought, for 30 days: the payee's answer to the payment.
   *
   * @throws TreasuryError `proposal_not_found`, `resource_not_found`.
   */
  readResource(request: ResourceRequest): Promise<PaidResource>;
  /**
   * Withdraws the operator's own approval of a pending proposal. Idempotent.
   *
   * @throws TreasuryError `already_decided`, `proposal_not_found`.
   */
  withdrawApproval(request: ApprovalWithdrawal & { readonly operator: string }): Promise<Proposal>;
  /** Reads a page of what needs approval in all workspaces. Continue with its `cursor`. */
  inbox(request?: InboxRequest): Promise<Inbox>;
  /** Reads a page of the workspaces that exist. Continue with its `cursor`. */
  workspaces(request?: WorkspaceListRequest): Promise<WorkspaceList>;
  /** One approved amount that many small charges draw down. */
  readonly tabs: TabOperations;
  /** Payments that did not buy what was offered. */
  readonly refunds: RefundOperations;
  /**
   * Sums up what a workspace spent in a range of business days, by agent (default), payee, category,
   * meter, turn or day. Read-only.
   *
   * @example
   * ```ts
   * const { totalUsd, rows } = await treasury.costs({ workspaceId: "acme", by: "meter" });
   * ```
   */
  costs(request?: CostsRequest): Promise<Costs>;
  /** Receipts of spends, and checkpoints of the ledger. */
  readonly receipts: ReceiptOperations;
  /** Published rules. */
  readonly rules: RuleOperations;
  /** Shares of the workspace's spending. */
  readonly allocations: AllocationOperations;
  /** Payees to which persons approved payments. */
  readonly payees: PayeeOperations;
  /** Approvals given in advance. */
  readonly standingApprovals: StandingApprovalOperations;
  /** Freezes of payments. In each request, `operator` is treated as verified. */
  readonly freezes: FreezeOperations;
  /** The identity of the database, which separates copies of it. */
  readonly deployment: DeploymentOperations;
  /** Changes of rules and limits that need approval. */
  readonly actions: ActionOperations;
  /** Credentials of external agents. */
  readonly credentials: CredentialOperations;
  /** Passkeys of approvers. In each request, `operator` is treated as verified. */
  readonly passkeys: PasskeyOperations;
  /**
   * Opens a checkout for a deposit of `amountUsd`, in whole cents. Credited only after payment.
   *
   * @throws TreasuryError `payments_not_connected`, `payment_mode_changed`,
   * `payment_processor_error`.
   */
  startDeposit(request: DepositRequest): Promise<DepositSession>;
  /**
   * Credits a paid checkout once. Returns `paid: false` for an unpaid one.
   *
   * @throws TreasuryError `deposit_belongs_elsewhere`, `payment_mode_changed`,
   * `unsupported_currency`, `payment_processor_error`.
   */
  confirmDeposit(
    request: WorkspaceRequest & { readonly sessionId: string },
  ): Promise<DepositConfirmation>;
  /** Payments by the rails of the option `incoming`. Used by their handlers. */
  readonly incoming: IncomingPayments;
  /** Compares the processor's records of a period with the ledger, and applies what is missing. */
  reconcile(request: ReconcileRequest): Promise<Reconciliation>;
  /** Reads the balances of the payment executors, beside the amounts held for them. */
  rails(): Promise<Rails>;
  /**
   * Lists what left the accounts of the payment executors without a capture in the ledger, and
   * captures without such a movement. Read-only.
   *
   * @throws TreasuryError `invalid_request` if the period has too many payments.
   */
  reconcileRails(request?: RailReconcileRequest): Promise<RailReconciliation>;
  /**
   * Sets a workspace's limits until its next reset. Omitted limits return to the defaults. Looser
   * limits need the approvals that the published rules require.
   *
   * @throws TreasuryError `approval_required` with the id of the administrative action.
   */
  setBudget(
    request: WorkspaceRequest & { readonly limits: LimitOptions; readonly operator?: string },
  ): Promise<TreasuryState>;
  /**
   * Opens a new, empty epoch. Earlier records remain. `operator` is treated as verified.
   *
   * @throws TreasuryError `funds_held` while payments are in flight; `approval_required` with the id
   * of the administrative action, if the published rules require more approvals.
   */
  reset(request?: WorkspaceRequest & { readonly operator?: string }): Promise<TreasuryState>;
  /**
   * Erases the free text of records older than `before` (all by default). The hash chain still
   * verifies, reads show `[erased]`, and an audit record names the operator, who is treated as
   * verified. Agent turns of that age are deleted and cannot resume.
   */
  eraseText(request: EraseTextRequest): Promise<TextErasure>;
  /** Verifies a workspace's hash chain. */
  verify(workspaceId?: string): Promise<Verification>;
  /** Rejects new requests, finishes turns and commits, and closes the storage. Idempotent. */
  close(): Promise<void>;
}

/** A capability with the methods that it adds to the treasury. */
export type ModuleWith<Method extends keyof Treasury> = CoreModule & {
  readonly methods: Pick<Treasury, Method>;
};

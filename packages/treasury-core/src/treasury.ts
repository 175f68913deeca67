import type {
  ActionCalls,
  AgentMachine,
  AllocationCalls,
  CredentialCalls,
  DeploymentFreezeAnswer,
  DeploymentFreezeRequest,
  FreezeCalls,
  InboxCalls,
  PasskeyCalls,
  PayeeCalls,
  PublishedKeys,
  ReceiptCalls,
  RefundCalls,
  ReplayProgressItem,
  ReplayReport,
  ReplayRequest,
  RuleCalls,
  SpendCalls,
  StandingApprovalCalls,
  TabCalls,
  AgentTurnResult,
  ApprovalWithdrawal,
  DecisionRequest,
  DepositConfirmation,
  DepositRequest,
  DepositSession,
  Proposal,
  RailReconciliation,
  Rails,
  ResourceRequest,
  ResumeRequest,
  TreasuryState,
  TurnRequest,
  Verification,
  WorkspaceRequest,
} from "@agent-treasury/contract";
import type { IncomingPayments, PaidResource, SpendNotice } from "@agent-treasury/provider";
import type { TurnRecovery } from "./features/agent/turn-settings.ts";
import type { ReconcileRequest, Reconciliation } from "./features/deposits/reconcile.ts";
import type { MachineRecovery } from "./features/machines/machine-recovery.ts";
import type { SpendRecovery } from "./features/payments/payouts/recover-spends.ts";
import type { SessionRecords } from "./features/service/session-records.ts";
import type { LimitOptions } from "./features/workspace/budget-options.ts";
import type { TextErasure } from "./features/workspace/erase-text.ts";
import type { CoreModule } from "./http/core-module.ts";
import type { TreasuryHandler } from "./http/handler.ts";
import type { NamedCaller } from "./http/in-process-calls.ts";

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

/**
 * The terms of calls by code in the process, which is trusted: an `operator` is treated as verified.
 * Methods reject with a `TreasuryError`.
 */
export interface InProcess {
  readonly agent: NamedCaller;
  readonly person: Pick<NamedCaller, "operator">;
  readonly options: readonly [];
}

export interface TreasuryRules extends RuleCalls<InProcess> {
  /**
   * Reports what rules would have done over the workspace's history. Read-only.
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

export interface TreasuryFreezes extends FreezeCalls<InProcess> {
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
}

/** A period of a workspace (`demo` by default). */
export interface EvidenceRequest extends WorkspaceRequest {
  readonly from: Date;
  /** Now by default. Not included. */
  readonly to?: Date;
}

export interface TreasuryReceipts extends ReceiptCalls<InProcess> {
  /**
   * Yields the lines of a file for auditors: decisions with their receipts, rules, administrative
   * changes and exceptions of a period, and a signed footer. `@agent-treasury/receipts` verifies it.
   *
   * @throws TreasuryError `invalid_request`.
   * @example
   * ```ts
   * for await (const line of treasury.receipts.evidence({ from: new Date("2026-10-01") })) {
   *   file.write(`${line}\n`);
   * }
   * ```
   */
  evidence(request: EvidenceRequest): AsyncIterable<string>;
  /**
   * Creates new signing keys, and ends the present ones. With `revoke`, they may be known to others:
   * their earlier signatures are then accepted only with a checkpoint that a witness cosigned.
   */
  rotateKeys(request?: { readonly revoke?: boolean }): Promise<PublishedKeys>;
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
export interface Treasury extends SpendOperations, SpendCalls<InProcess>, InboxCalls<InProcess> {
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
   * Returns the workspace's machine for its agent: one that was provisioned for the workspace, or a
   * new one. Concurrent calls create one machine. It may be suspended; a command resumes it.
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
  /** One approved amount that many small charges draw down. */
  readonly tabs: TabCalls<InProcess>;
  /** Payments that did not buy what was offered. */
  readonly refunds: RefundCalls<InProcess>;
  /** Receipts of spends, and checkpoints of the ledger. */
  readonly receipts: TreasuryReceipts;
  /** Published rules. */
  readonly rules: TreasuryRules;
  /** Shares of the workspace's spending. */
  readonly allocations: AllocationCalls<InProcess>;
  /** Payees to which persons approved payments. */
  readonly payees: PayeeCalls<InProcess>;
  /** Approvals given in advance. */
  readonly standingApprovals: StandingApprovalCalls<InProcess>;
  /** Freezes of payments. In each request, `operator` is treated as verified. */
  readonly freezes: TreasuryFreezes;
  /** The identity of the database, which separates copies of it. */
  readonly deployment: DeploymentOperations;
  /** Changes of rules and limits that need approval. */
  readonly actions: ActionCalls<InProcess>;
  /** Credentials of external agents. */
  readonly credentials: CredentialCalls<InProcess>;
  /** Passkeys of approvers. In each request, `operator` is treated as verified. */
  readonly passkeys: PasskeyCalls<InProcess>;
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

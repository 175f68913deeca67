import type {
  AgentMachine,
  AgentTurnResult,
  DecisionRequest,
  DepositConfirmation,
  DepositRequest,
  DepositSession,
  Proposal,
  ResumeRequest,
  TreasuryState,
  TurnRequest,
  Verification,
  WorkspaceRequest,
} from "@agent-treasury/contract";
import type { SpendNotice } from "@agent-treasury/provider";
import type { TurnRecovery } from "../agent/recover-turns.ts";
import type { FleetRecovery } from "../fleet/recover-fleet.ts";
import type { ReconcileRequest, Reconciliation } from "../funding/reconcile.ts";
import type { TreasuryHandler } from "../http/handler.ts";
import type { SessionRecords } from "../http/session-records.ts";
import type { TextErasure } from "../treasury/operations/erase-text.ts";
import type { SpendRecovery } from "../treasury/payouts/recover-spends.ts";
import type { LimitOptions } from "./policy-from-options.ts";

/** Whose words are to be erased. */
export interface EraseTextRequest {
  readonly workspaceId: string;
  /** A moment; what is older loses its texts. */
  readonly before?: Date;
  readonly operator?: string;
}

/** What a person found out about a payment under way. */
export interface SpendResolutionRequest extends WorkspaceRequest {
  readonly proposalId: string;
  readonly outcome: "paid" | "not_paid";
  /** What was paid; what is held unless given. */
  readonly capturedUsd?: number;
  /** The executor's id of the payment: a late event of it is then known to be the same. */
  readonly reference?: string;
  /** Taken as verified: the caller vouches for it. */
  readonly operator?: string;
}

/** What a recovery came to: payments outside, the fleet, and turns. */
export interface Recovery extends SpendRecovery {
  readonly fleet: FleetRecovery;
  readonly turns: TurnRecovery;
}

/** What the host app does with payments outside, beside deciding them. */
export interface SpendOperations {
  /**
   * Closes a payment under way by a person's word: `paid` records the expense, `not_paid` releases the
   * amount. The same word again changes nothing.
   *
   * @throws TreasuryError `funds_held` while the executor is being asked, `already_decided` when the
   *   spend ended otherwise, `proposal_not_found`.
   */
  resolveSpend(request: SpendResolutionRequest): Promise<Proposal>;
  /**
   * Records what an executor tells by itself, for an executor whose word comes another way than by the
   * payment processor's webhook. The same notice again changes nothing; one that comes after a release or a reset is recorded all the same, and flagged.
   *
   * @throws TreasuryError `proposal_not_found`, `invalid_request`.
   */
  recordSpendNotice(notice: SpendNotice): Promise<Proposal>;
}

/**
 * A treasury: its handler, and the same operations for code in the same process. That code is trusted:
 * `authenticate` and `authorize` guard the handler alone. Methods reject with a `TreasuryError`.
 */
export interface Treasury extends SpendOperations {
  /** Answers every request below `basePath`. */
  readonly handler: TreasuryHandler;
  readonly basePath: string;
  /** For a page of your own on which operators sign in: what its sessions share between processes. */
  readonly sessions: SessionRecords;
  /**
   * Carries on payments under way and turns that nobody carries on any more, suspends the agents'
   * machines that are idle, and finds machines and records that lost each other. A treasury with a
   * model, an executor or a machine host does so by itself at its start and on a timer. What fails is
   * told to `onFailure`, and takes nothing else with it.
   *
   * @throws TreasuryError when the storage cannot be read; `machine_host_error` when the host cannot list.
   */
  recover(): Promise<Recovery>;
  /**
   * The workspace's own machine, where its agent's commands run: made if there is none, one however
   * many ask. It may be asleep; a command resumes it.
   *
   * @throws TreasuryError `machines_not_connected`, `machine_limit_reached`, `machine_host_error`.
   */
  ensureAgentBody(workspaceId?: string): Promise<AgentMachine>;
  /**
   * Reads a workspace's money, `demo` unless one is named: amounts in USD, every spend that waits, the
   * newest hundred entries. It writes nothing.
   *
   * @throws TreasuryError `invalid_request` for what cannot be a workspace's name, `storage_error`.
   * @example
   * ```ts
   * const { availableUsd, pendingCount } = await treasury.state("acme");
   * ```
   */
  state(workspaceId?: string): Promise<TreasuryState>;
  /**
   * Runs one turn of the agent, until it is over or waits for a person. `signal` stops it. What the agent
   * may not do is no error: it is in the events and the proposals of the result.
   *
   * @throws TreasuryError `turn_in_progress`, `too_many_turns`, `token_budget_exceeded`,
   *   `model_not_connected`; `model_failed`, `turn_failed` and `shutting_down` only where nothing had
   *   happened yet.
   * @example
   * ```ts
   * const { turnId, awaitingApproval } = await treasury.runTurn({ message: "Buy paper for $12." });
   * ```
   */
  runTurn(
    request: TurnRequest,
    options?: { readonly signal?: AbortSignal },
  ): Promise<AgentTurnResult>;
  /**
   * Lets a turn that waited go on from where it stood, and resolves when it is over or waits again. Where
   * something of it still waits, or it is over, that is the answer.
   *
   * @throws TreasuryError `turn_not_found`; `turn_in_progress` when it goes on already, or another turn
   *   runs in the workspace; as `runTurn`.
   */
  resumeTurn(request: ResumeRequest): Promise<AgentTurnResult>;
  /**
   * Records a person's decision, and pays what is approved if the caps and the reserve still allow it;
   * where they do not, the proposal is `failed`, with the reason in `failure`. `operator` is taken as
   * verified: the caller vouches for it. `resume: true` lets the turn go on before this resolves.
   *
   * @throws TreasuryError `already_decided`, `proposal_expired`, `proposal_not_found`,
   *   `payment_mode_changed`; `spend_executor_error` when whoever pays failed: the amount stays held.
   * @example
   * ```ts
   * const { status, failure } = await treasury.decide({ proposalId, decision: "approve", operator: "Ada" });
   * ```
   */
  decide(request: DecisionRequest): Promise<Proposal>;
  /**
   * Opens a checkout for a deposit of `amountUsd`, in whole cents. Nothing counts before it is paid.
   *
   * @throws TreasuryError `payments_not_connected`, `payment_mode_changed`, `payment_processor_error`.
   */
  startDeposit(request: DepositRequest): Promise<DepositSession>;
  /**
   * Credits a paid checkout, once however often it is called. An unpaid one has `paid: false`, and credits
   * nothing.
   *
   * @throws TreasuryError `deposit_belongs_elsewhere`, `payment_mode_changed`, `unsupported_currency`,
   *   `payment_processor_error`.
   */
  confirmDeposit(
    request: WorkspaceRequest & { readonly sessionId: string },
  ): Promise<DepositConfirmation>;
  /** Compares the processor's records of a period with the ledger, and applies what is missing. */
  reconcile(request: ReconcileRequest): Promise<Reconciliation>;
  /** Sets a workspace's own limits until its next reset; what is left out goes back to the deployment's. */
  setBudget(
    request: WorkspaceRequest & { readonly limits: LimitOptions; readonly operator?: string },
  ): Promise<TreasuryState>;
  /**
   * Opens a new, empty epoch; what was before is kept and counts no more. `operator` is taken as verified:
   * the caller vouches for it.
   *
   * @throws TreasuryError `funds_held` while payments are under way.
   */
  reset(request?: WorkspaceRequest & { readonly operator?: string }): Promise<TreasuryState>;
  /**
   * Removes the free text of what is older than `before`, all of it unless given; the chain still
   * holds, reads show `[erased]`, and an audit record says who asked. Turns of the agent that old are
   * removed with all that they wrote down: one that waits cannot be resumed after that. `operator` is taken as verified.
   */
  eraseText(request: EraseTextRequest): Promise<TextErasure>;
  /** Recomputes a workspace's hash chain. */
  verify(workspaceId?: string): Promise<Verification>;
  /** Takes no more requests, finishes turns and commits, and closes the storage. Safe to call twice. */
  close(): Promise<void>;
}

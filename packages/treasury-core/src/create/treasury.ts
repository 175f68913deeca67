import type {
  AgentTurnResult,
  DecisionRequest,
  DepositConfirmation,
  DepositRequest,
  DepositSession,
  Proposal,
  TreasuryState,
  TurnRequest,
  Verification,
  WorkspaceRequest,
} from "@agent-treasury/contract";
import type { ReconcileRequest, Reconciliation } from "../funding/reconcile.ts";
import type { TreasuryHandler } from "../http/handler.ts";
import type { LimitOptions } from "./policy-from-options.ts";

/**
 * A treasury: its handler, and the same operations for code in the same process. That code is trusted:
 * `authenticate` and `authorize` guard the handler alone. Methods reject with a `TreasuryError`.
 */
export interface Treasury {
  /** Answers every request below `basePath`. */
  readonly handler: TreasuryHandler;
  readonly basePath: string;
  /** Reads a workspace's money. */
  state(workspaceId?: string): Promise<TreasuryState>;
  /** Runs one turn of the agent. */
  runTurn(
    request: TurnRequest,
    options?: { readonly signal?: AbortSignal },
  ): Promise<AgentTurnResult>;
  /** Records a person's decision. `operator` is taken as verified: the caller vouches for it. */
  decide(request: DecisionRequest): Promise<Proposal>;
  /** Opens a checkout for a deposit. */
  startDeposit(request: DepositRequest): Promise<DepositSession>;
  /** Credits a paid checkout, once. */
  confirmDeposit(
    request: WorkspaceRequest & { readonly sessionId: string },
  ): Promise<DepositConfirmation>;
  /** Compares the processor's records of a period with the ledger, and applies what is missing. */
  reconcile(request: ReconcileRequest): Promise<Reconciliation>;
  /** Sets a workspace's own limits until its next reset; what is left out goes back to the deployment's. */
  setBudget(
    request: WorkspaceRequest & { readonly limits: LimitOptions; readonly operator?: string },
  ): Promise<TreasuryState>;
  /** Opens a new, empty epoch. `operator` is taken as verified: the caller vouches for it. */
  reset(request?: WorkspaceRequest & { readonly operator?: string }): Promise<TreasuryState>;
  /** Recomputes a workspace's hash chain. */
  verify(workspaceId?: string): Promise<Verification>;
  /** Takes no more requests, finishes turns and commits, and closes the storage. Safe to call twice. */
  close(): Promise<void>;
}

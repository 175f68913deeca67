import type {
  ApprovalWithdrawal,
  BoughtResource,
  BudgetRequest,
  DecisionAnswer,
  DecisionRequest,
  DepositConfirmation,
  DepositRequest,
  DepositSession,
  LedgerEntry,
  PageRequest,
  Proposal,
  ResourceRequest,
  SpendCalls,
  TreasuryState,
  Verification,
  WithdrawnApproval,
  WorkspaceRequest,
} from "@agent-treasury/contract/wire";
import type { CallOptions, ClientTerms } from "../options.ts";

export interface ReturnedDeposit extends WorkspaceRequest {
  /** The `deposit_session` parameter of the return address. */
  sessionId: string;
}

export interface TreasuryCalls extends SpendCalls<ClientTerms> {
  /**
   * Reads the treasury with all pending spends and the newest hundred entries: `GET /treasury`.
   * Amounts are in USD. A workspace that was never used has its starting capital.
   *
   * @example
   * const { availableUsd, proposals } = await client.treasury.state();
   * const waiting = proposals.filter(({ status }) => status === "pending");
   */
  state(request?: WorkspaceRequest, call?: CallOptions): Promise<TreasuryState>;
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
   * Reads what a spend bought, for 30 days: `GET /treasury/proposals/{proposalId}/resource`.
   *
   * Error codes: `proposal_not_found`, `resource_not_found`.
   */
  resource(request: ResourceRequest, call?: CallOptions): Promise<BoughtResource>;
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

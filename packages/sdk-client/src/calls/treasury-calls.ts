import type {
  Costs,
  CostsRequest,
  AgentBudget,
  ApprovalWithdrawal,
  BoughtResource,
  BudgetRequest,
  DecisionAnswer,
  DecisionRequest,
  DepositConfirmation,
  DepositRequest,
  DepositSession,
  LedgerEntry,
  LedgerPage,
  PaidFetchAnswer,
  PaidFetchRequest,
  PageRequest,
  Proposal,
  ProposalAnswer,
  ProposalPage,
  ProposalReading,
  ProposalRequest,
  ResourceRequest,
  CheckpointRequest,
  PublishedKeys,
  ReceiptRequest,
  SignedCheckpoint,
  SpendReceipt,
  TreasuryState,
  Verification,
  WithdrawnApproval,
  WorkspaceRequest,
} from "@agent-treasury/contract/wire";
import type { CallOptions } from "../options.ts";

export interface ReturnedDeposit extends WorkspaceRequest {
  /** The `deposit_session` parameter of the return address. */
  sessionId: string;
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
  /** Reads what the agent of the credential can spend, and its own spends: `GET /treasury/budget`. */
  budget(request?: WorkspaceRequest, call?: CallOptions): Promise<AgentBudget>;
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
  /** Sums up what was spent, by agent, payee, category, meter, turn or day: `GET /treasury/costs`. */
  costs(request?: CostsRequest, call?: CallOptions): Promise<Costs>;
  /** Issues a receipt that others can verify: `GET /treasury/proposals/{proposalId}/receipt`. */
  receipt(request: ReceiptRequest, call?: CallOptions): Promise<SpendReceipt>;
  /** Signs a checkpoint of the ledger: `GET /treasury/checkpoint`. */
  checkpoint(request?: CheckpointRequest, call?: CallOptions): Promise<SignedCheckpoint>;
  /** Reads the keys that verify receipts and checkpoints: `GET /keys.json`. */
  keys(call?: CallOptions): Promise<PublishedKeys>;
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
   * returns the same proposal, with `repeated: true`. The option `idempotencyKey` of the call is the
   * header, which identifies one request and no purchase. `dryRun: true` stores nothing.
   *
   * Error codes: `too_many_pending`, `payment_mode_changed`, `idempotency_key_reused`.
   *
   * @example
   * const spend = { amountUsd: 12, vendor: "Acme", purpose: "paper" };
   * const { proposal } = await client.treasury.propose(spend);
   */
  propose(request: ProposalRequest, call?: CallOptions): Promise<ProposalAnswer>;
  /**
   * Requests an address of a seller, and proposes the price if the seller asks for one: `POST
   * /treasury/paid-requests`. A request with the same `idempotencyKey`, or with the same values
   * without a key, is the same purchase. Repeat it for content that waits for approval or payment.
   *
   * Error codes: `paid_fetch_not_connected`, `paid_origin_not_listed`, `price_not_accepted`,
   * `outbound_failed`, and those of `propose`.
   *
   * @example
   * const url = "https://api.example.com/report";
   * const { resource } = await client.treasury.fetchPaid({ url, purpose: "a report" });
   */
  fetchPaid(request: PaidFetchRequest, call?: CallOptions): Promise<PaidFetchAnswer>;
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

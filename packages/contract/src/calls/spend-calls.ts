import type {
  AgentBudget,
  Costs,
  CostsRequest,
  LedgerPage,
  PageRequest,
  PaidFetchAnswer,
  PaidFetchRequest,
  ProposalAnswer,
  ProposalPage,
  ProposalReading,
  ProposalRequest,
  WorkspaceRequest,
} from "../shapes.ts";
import type { CallTerms } from "./call-terms.ts";

/** Spends and the ledger. Amounts are USD. */
export interface SpendCalls<By extends CallTerms> {
  /** Reads what an agent can spend, with its own pending and newest spends: `GET /treasury/budget`. */
  budget(request?: WorkspaceRequest & By["agent"], ...call: By["options"]): Promise<AgentBudget>;
  /** Lists a page of ledger entries, newest first: `GET /treasury/ledger`. */
  ledger(page?: PageRequest, ...call: By["options"]): Promise<LedgerPage>;
  /** Lists a page of proposals, newest first: `GET /treasury/proposals`. */
  proposals(page?: PageRequest, ...call: By["options"]): Promise<ProposalPage>;
  /**
   * Sums up what a workspace spent in a range of business days, by agent (default), payee, category,
   * meter, turn or day: `GET /treasury/costs`.
   *
   * @example
   * const { totalUsd, rows } = await client.treasury.costs({ workspaceId: "acme", by: "meter" });
   */
  costs(request?: CostsRequest, ...call: By["options"]): Promise<Costs>;
  /**
   * Proposes a spend of an agent, or of a person if there is no agent: `POST /treasury/proposals`. A
   * request with the same `idempotencyKey`, or with the same values without a key, returns the same
   * proposal, with `repeated: true`. The option `idempotencyKey` of a client's call is the header, which
   * identifies one request and no purchase. `dryRun: true` returns what would happen now, and stores
   * nothing.
   *
   * Error codes: `too_many_pending`, `payment_mode_changed`, `idempotency_key_reused`.
   *
   * @example
   * const spend = { amountUsd: 12, vendor: "Acme", purpose: "paper" };
   * const { proposal } = await client.treasury.propose(spend);
   */
  propose(request: ProposalRequest & By["agent"], ...call: By["options"]): Promise<ProposalAnswer>;
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
  fetchPaid(
    request: PaidFetchRequest & By["agent"],
    ...call: By["options"]
  ): Promise<PaidFetchAnswer>;
  /**
   * Reads a proposal of any epoch, an agent only its own: `GET /treasury/proposals/{proposalId}`. With
   * `wait`, waits up to 55 seconds for its outcome, and returns its present status afterwards.
   *
   * Error codes: `proposal_not_found`; `rate_limited` if 4 requests of a credential wait, or 500 of a
   * process.
   *
   * @example
   * const { proposal } = await client.treasury.proposal({ proposalId, wait: 55 });
   * if (proposal.status === "executed") console.log(proposal.reference);
   */
  proposal(request: ProposalReading & By["agent"], ...call: By["options"]): Promise<ProposalAnswer>;
}

import type { AgentTurnResult } from "./agent.ts";
/** The limits of a workspace, in USD. */
export interface Budget {
  startingCapitalUsd: number;
  maxSpendPerActionUsd: number;
  autoApproveUnderUsd: number;
  dailySpendCapUsd: number;
  minReserveUsd: number;
}

/** Where a proposal stands. `pending` awaits a person. */
export type ProposalStatus = "pending" | "approved" | "denied" | "executed" | "failed";

/** What the safety screen said of a spend. */
export type Verdict = "safe" | "review" | "blocked";

/** A spend that an agent asked for, and what became of it. Times are ISO 8601, UTC. */
export interface Proposal {
  id: string;
  workspaceId: string;
  status: ProposalStatus;
  amountUsd: number;
  /** The turn that proposed it; null where no turn of this service did. */
  turnId: string | null;
  /** The agent of somebody else's making that proposed it, as its credential names it; null for this service's own. */
  proposedBy: string | null;
  /** What was really paid, 0 until then. An executor may have captured another amount than was approved. */
  capturedUsd: number;
  vendor: string;
  /** What the agent says that the money is for. */
  purpose: string;
  /** The agent's own word for the kind of purchase. */
  category: string | null;
  verdict: Verdict;
  /** What the safety screen says of it. */
  reason: string;
  /** Whether policy approved it, without a person. */
  autoApproved: boolean;
  /** Who decided. */
  operator: string | null;
  /** Whether `operator` was signed in, rather than named by the caller. */
  operatorVerified: boolean;
  comment: string | null;
  createdAt: string;
  decidedAt: string | null;
  executedAt: string | null;
  expiresAt: string | null;
  /** Why it failed, or why it was denied without a person. */
  failure: string | null;
  /** The ledger entry that paid it, or the executor's own reference. */
  reference: string | null;
  /** What a person should look at: more was captured than approved, or nobody can tell whether it was paid. */
  attention: string | null;
}

/** What moved the money. A reversal has the type of what it reverses, and the opposite sign. */
export type LedgerEntryType = "deposit" | "revenue" | "expense";

/** One signed record of the ledger, chained to the one before it. */
export interface LedgerEntry {
  id: string;
  workspaceId: string;
  sequence: number;
  type: LedgerEntryType;
  /** Signed: an expense is negative. */
  amountUsd: number;
  /** The balance after this entry. */
  balanceUsd: number;
  description: string;
  proposalId: string | null;
  /** The processor's id of the payment. */
  reference: string | null;
  /** The entry that this one takes back, wholly or in part. */
  reversalOf: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Lower-case hexadecimal SHA-256. */
  previousHash: string;
  /** Lower-case hexadecimal SHA-256. */
  hash: string;
}

/** Which kind of money the connected processor moves. */
export type PaymentModeName = "test" | "live" | "none";

/** A workspace's money, derived from its ledger. Amounts are USD with at most six decimals. */
export interface TreasuryState {
  workspaceId: string;
  balanceUsd: number;
  depositsUsd: number;
  revenueUsd: number;
  expenseUsd: number;
  netProfitUsd: number;
  spentTodayUsd: number;
  /** Set aside for approved spends that are not settled yet. */
  heldUsd: number;
  /** What a spend could still draw: the balance less what is held and less the reserve, never below zero. */
  availableUsd: number;
  pendingCount: number;
  budget: Budget;
  /** Every pending proposal, then the newest decided ones, up to 100, and older ones that hold money. */
  proposals: Proposal[];
  /** The newest 100 entries, newest first. */
  ledger: LedgerEntry[];
  /** Cursor of the next page of `GET /treasury/proposals`; null when `proposals` has them all. */
  proposalsCursor: string | null;
  /** Cursor of the next page of `GET /treasury/ledger`; null when `ledger` has them all. */
  ledgerCursor: string | null;
  paymentMode: PaymentModeName;
  /** The processor's name, `sandbox` for play money; null when none is connected. */
  paymentProvider: string | null;
}

/** A workspace named in a query or body; `demo` when left out. */
export interface WorkspaceRequest {
  workspaceId?: string | undefined;
}

/** A page's query. */
export interface PageRequest extends WorkspaceRequest {
  /** As an earlier page gave it; left out for the first page. */
  cursor?: string | undefined;
  /** 1 to 100, 100 unless given. */
  limit?: number | undefined;
}

/** Answer of `GET /treasury/ledger`: newest first. */
export interface LedgerPage {
  entries: LedgerEntry[];
  /** Cursor of the next page, null at the end. */
  cursor: string | null;
}

/** Answer of `GET /treasury/proposals`: newest first. */
export interface ProposalPage {
  proposals: Proposal[];
  /** Cursor of the next page, null at the end. */
  cursor: string | null;
}

/** Answer of `GET /treasury/verify`. */
export interface Verification {
  workspaceId: string;
  /** Whether every entry recomputes to its hash and every total to its sum. */
  valid: boolean;
  /** How many entries were recomputed, over all epochs. */
  entriesChecked: number;
  /** Sequence of the first entry that does not hold, null when all do. */
  firstInvalidSequence: number | null;
  /** What does not hold, null when all does. */
  problem: string | null;
  /** Hash at the head. Keep it elsewhere: a later chain that lacks it was rewritten. */
  headHash: string;
  headSequence: number;
  /** What this check cannot show. */
  notice: string;
}

/** Body of `POST /treasury/deposit`. */
export interface DepositRequest extends WorkspaceRequest {
  /** Whole cents, 1 to 999,999.99. */
  amountUsd: number;
}

/** A checkout that waits for its payer. */
export interface DepositSession {
  id: string;
  /** Where to send the payer. */
  url: string;
  amountUsd: number;
  workspaceId: string;
  /** ISO 8601, UTC; null when the processor names none. */
  expiresAt: string | null;
}

/** Query of `GET /treasury/deposit`. */
export interface DepositConfirmationRequest extends WorkspaceRequest {
  session_id: string;
}

/** Answer of `GET /treasury/deposit`. */
export interface DepositConfirmation {
  /** Whether the processor confirms that it was paid. */
  paid: boolean;
  /** Whether it had been credited before. */
  duplicate: boolean;
  /** What the processor confirmed, 0 while unpaid. */
  depositedUsd: number;
  state: TreasuryState;
}

/** What a person can say of a proposal. */
export type Decision = "approve" | "deny";

/** Body of `POST /treasury/decide`. */
export interface DecisionRequest extends WorkspaceRequest {
  proposalId: string;
  decision: Decision;
  /** Name of the deciding person; ignored where people sign in. */
  operator?: string | undefined;
  comment?: string | undefined;
  /** Whether the turn that proposed it goes on, once nothing of it waits any more, before this is answered. */
  resume?: boolean | undefined;
}

/** Answer of `POST /treasury/decide`. */
export interface DecisionAnswer {
  proposal: Proposal;
  state: TreasuryState;
  /** What the turn came to, where `resume` asked for it; null when something of it still waits. */
  turn?: AgentTurnResult | null | undefined;
}

/** What became of one thing that a webhook told. */
export type WebhookOutcome =
  | "credited"
  | "reversed"
  /** It was counted before. */
  | "duplicate"
  /** A reversal whose credit has not come yet. */
  | "waiting"
  /** A reversal of a credit before a reset: kept on record, changes no total. */
  | "recorded"
  /** It is about a spend that is paid outside, and went to whoever pays it. */
  | "passed_on"
  /** It can never count here. */
  | "ignored";

/** A delivery was received. Nothing in `outcomes` means that it moved no money of ours. */
export interface WebhookAnswer {
  received: true;
  outcomes: WebhookOutcome[];
}

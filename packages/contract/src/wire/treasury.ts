/** The limits of a workspace, in USD. To reach one exactly is allowed. */
export interface Budget {
  /** What the workspace began with. */
  startingCapitalUsd: number;
  /** The most that one spend may be. */
  maxSpendPerActionUsd: number;
  /** Safe spends below it are approved by policy, without a person. */
  autoApproveUnderUsd: number;
  /** The most that is spent in a day, what is held included. */
  dailySpendCapUsd: number;
  /** What no spend may draw the balance below. */
  minReserveUsd: number;
}

/** Where a proposal stands. `pending` awaits a person. */
export type ProposalStatus = "pending" | "approved" | "denied" | "executed" | "failed";

/** What the safety screen said of a spend. */
export type Verdict = "safe" | "review" | "blocked";

/** A spend that an agent asked for, and what became of it. Times are ISO 8601, UTC. */
export interface Proposal {
  /** Its id: what a decision names. */
  id: string;
  /** Whose money it would spend. */
  workspaceId: string;
  /** `pending` awaits a person; `approved` is being paid; the other three are final. */
  status: ProposalStatus;
  /** What the agent asked for, in USD. */
  amountUsd: number;
  /** The turn that proposed it; null where no turn of this service did. */
  turnId: string | null;
  /** The agent of somebody else's making that proposed it, as its credential names it; null for this service's own. */
  proposedBy: string | null;
  /** What was really paid, 0 until then. An executor may have captured another amount than was approved. */
  capturedUsd: number;
  /** Who is to be paid, by the agent's word. */
  vendor: string;
  /** What the agent says that the money is for. */
  purpose: string;
  /** The agent's own word for the kind of purchase. */
  category: string | null;
  /** What the safety screen came to. `review` waits for a person whatever the amount, `blocked` is denied. */
  verdict: Verdict;
  /** What the safety screen says of it. */
  reason: string;
  /** Whether policy approved it, without a person. */
  autoApproved: boolean;
  /** Who decided; null where policy did, or nobody has yet. */
  operator: string | null;
  /** Whether `operator` was signed in, rather than named by the caller. */
  operatorVerified: boolean;
  /** What the person who decided had to say. */
  comment: string | null;
  /** When it was proposed. ISO 8601, UTC. */
  createdAt: string;
  /** When it was approved or denied. ISO 8601, UTC. */
  decidedAt: string | null;
  /** When its expense came into the ledger. ISO 8601, UTC. */
  executedAt: string | null;
  /** When it is denied unless somebody decided. ISO 8601, UTC; null where proposals do not expire. */
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
  /** Its id. */
  id: string;
  /** Whose ledger it is in. */
  workspaceId: string;
  /** Its place in the ledger: 1 for the first; a reset does not begin anew. */
  sequence: number;
  /** What moved the money. A reversal has the type of what it reverses. */
  type: LedgerEntryType;
  /** Signed, in USD: an expense is negative. */
  amountUsd: number;
  /** The balance after this entry, in USD. */
  balanceUsd: number;
  /** What it is, for a person. */
  description: string;
  /** The spend that it paid; null for money that came in. */
  proposalId: string | null;
  /** The processor's id of the payment. */
  reference: string | null;
  /** The entry that this one takes back, wholly or in part. */
  reversalOf: string | null;
  /** When it was entered. ISO 8601, UTC. */
  createdAt: string;
  /** The hash of the entry before it. Lower-case hexadecimal SHA-256. */
  previousHash: string;
  /** Over this entry and `previousHash`. Lower-case hexadecimal SHA-256. */
  hash: string;
}

/** Which kind of money the connected processor moves. */
export type PaymentModeName = "test" | "live" | "none";

/** A workspace's money, derived from its ledger. Amounts are USD with at most six decimals. */
export interface TreasuryState {
  /** Whose money it is. */
  workspaceId: string;
  /** Starting capital and deposits and revenue, less expenses. Below zero after a payer took money back. */
  balanceUsd: number;
  /** What came in through checkouts, less what was taken back. */
  depositsUsd: number;
  /** Revenue that the processor confirmed as collected, less what was taken back. */
  revenueUsd: number;
  /** The total of executed spends. */
  expenseUsd: number;
  /** Revenue less expenses. */
  netProfitUsd: number;
  /** Spent so far today, measured against `budget.dailySpendCapUsd`. The deployment's time zone ends the day. */
  spentTodayUsd: number;
  /** Set aside for approved spends that are not settled yet. */
  heldUsd: number;
  /** What a spend could still draw: the balance less what is held and less the reserve, never below zero. */
  availableUsd: number;
  /** How many proposals await a person. */
  pendingCount: number;
  /** The limits that hold now. */
  budget: Budget;
  /** Every pending proposal, then the newest decided ones, up to 100, and older ones that hold money. */
  proposals: Proposal[];
  /** The newest 100 entries, newest first. */
  ledger: LedgerEntry[];
  /** Cursor of the next page of `GET /treasury/proposals`; null when `proposals` has them all. */
  proposalsCursor: string | null;
  /** Cursor of the next page of `GET /treasury/ledger`; null when `ledger` has them all. */
  ledgerCursor: string | null;
  /** The kind of money that the connected processor moves; `none` where none is connected. */
  paymentMode: PaymentModeName;
  /** The processor's name, `sandbox` for play money; null when none is connected. */
  paymentProvider: string | null;
  /** The model that judges spends beside the screening rules; `paused` for 30 s after five failures in a row. */
  judge: "none" | "active" | "paused";
}

/** A workspace named in a query or body; `demo` when left out. */
export interface WorkspaceRequest {
  /** 1 to 128 letters, digits and `. _ : @ -`; trimmed, and `demo` when it is blank or left out. */
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
  /** Newest first. */
  entries: LedgerEntry[];
  /** Cursor of the next page, null at the end. */
  cursor: string | null;
}

/** Answer of `GET /treasury/proposals`: newest first. */
export interface ProposalPage {
  /** Newest first. */
  proposals: Proposal[];
  /** Cursor of the next page, null at the end. */
  cursor: string | null;
}

/** Answer of `GET /treasury/verify`. */
export interface Verification {
  /** Whose chain was recomputed. */
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
  /** Sequence of the newest entry. */
  headSequence: number;
  /** What this check cannot show. */
  notice: string;
}

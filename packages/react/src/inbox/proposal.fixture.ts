import type { LedgerEntry, Proposal, TreasuryState } from "@agent-treasury/sdk-client";
import type { SpendQuote } from "./quote-text.ts";

/** A spend that waits, as the service would give it. */
export function aProposal(fields: Partial<Proposal> = {}): Proposal {
  return {
    id: "proposal_1",
    workspaceId: "acme",
    status: "pending",
    amountUsd: 24,
    approvedAmountUsd: null,
    turnId: "turn_1",
    proposedBy: null,
    agentId: "agent",
    agentLabel: null,
    onBehalfOf: null,
    capturedUsd: 0,
    refundedUsd: 0,
    vendor: "Namecheap",
    purpose: "a domain",
    category: null,
    verdict: "safe",
    reason: "No screening rule matched.",
    autoApproved: false,
    operator: null,
    operatorVerified: false,
    deniedThrough: null,
    comment: null,
    createdAt: "2026-11-21T10:00:00.000Z",
    decidedAt: null,
    executedAt: null,
    expiresAt: null,
    failure: null,
    reference: null,
    attention: null,
    approvals: { given: 0, needed: 1, missing: ["1 more approval"], by: [] },
    allocationId: null,
    rules: null,
    digest: null,
    quote: null,
    payout: null,
    hasResource: false,
    payee: null,
    ...fields,
  };
}

/** A seller's price of 50 cents on the sandbox's rail. */
export function aQuote(fields: Partial<SpendQuote> = {}): SpendQuote {
  return {
    rail: "sandbox",
    payee: "https://weather.example",
    description: "Weather in Lisbon today",
    maximumUsd: 0.5,
    isFixed: true,
    expiresAt: "2026-11-22T10:00:00.000Z",
    ...fields,
  };
}

/** A treasury with 100 USD and the default limits. */
export function aTreasury(fields: Partial<TreasuryState> = {}): TreasuryState {
  return {
    workspaceId: "acme",
    balanceUsd: 100,
    depositsUsd: 0,
    revenueUsd: 0,
    expenseUsd: 0,
    netProfitUsd: 0,
    spentTodayUsd: 0,
    heldUsd: 0,
    availableUsd: 80,
    pendingCount: 0,
    budget: {
      startingCapitalUsd: 100,
      maxSpendPerActionUsd: 50,
      autoApproveUnderUsd: 10,
      dailySpendCapUsd: 100,
      minReserveUsd: 20,
    },
    proposals: [],
    ledger: [],
    proposalsCursor: null,
    ledgerCursor: null,
    paymentMode: "test",
    paymentProvider: "sandbox",
    judge: "none",
    judgeOnSilence: null,
    autoApprovePayees: "known",
    autoApproveDailyUsd: 30,
    timeZone: "UTC",
    plugins: [],
    ...fields,
  };
}

/** An entry of the ledger. */
export function anEntry(fields: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id: "entry_1",
    workspaceId: "acme",
    sequence: 1,
    type: "expense",
    amountUsd: -4,
    balanceUsd: 96,
    description: "Sticker Mule: stickers",
    proposalId: "proposal_1",
    reference: null,
    reversalOf: null,
    createdAt: "2026-11-21T10:00:00.000Z",
    businessDay: "2026-11-21",
    previousHash: "0".repeat(64),
    hash: "1".repeat(64),
    ...fields,
  };
}

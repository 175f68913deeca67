import type {
  AgentCredential,
  AgentMachine,
  AgentTurnResult,
  Budget,
  Output,
  Proposal,
  TreasuryState,
} from "@agent-treasury/contract/wire";

const budget: Budget = {
  startingCapitalUsd: 0,
  maxSpendPerActionUsd: 50,
  autoApproveUnderUsd: 10,
  dailySpendCapUsd: 100,
  minReserveUsd: 20,
};

const proposal: Proposal = {
  id: "prop-1",
  workspaceId: "acme",
  status: "executed",
  amountUsd: 12,
  approvedAmountUsd: null,
  capturedUsd: 12,
  refundedUsd: 0,
  vendor: "Namecheap",
  purpose: "a domain",
  category: null,
  verdict: "safe",
  reason: "Within the caps.",
  autoApproved: false,
  operator: "Ada",
  operatorVerified: false,
  deniedThrough: null,
  comment: null,
  createdAt: "2026-11-02T09:00:00.000Z",
  decidedAt: "2026-11-02T09:01:00.000Z",
  executedAt: "2026-11-02T09:01:00.000Z",
  expiresAt: null,
  failure: null,
  reference: "entry-2",
  attention: null,
  turnId: null,
  proposedBy: null,
  agentId: "agent",
  agentLabel: null,
  onBehalfOf: null,
  approvals: {
    given: 1,
    needed: 1,
    missing: [],
    by: [
      {
        name: "Ada",
        at: "2026-11-02T09:01:00.000Z",
        comment: null,
        channel: null,
        passkey: false,
      },
    ],
  },
  allocationId: null,
  rules: null,
  digest: null,
  quote: null,
  payout: null,
  hasResource: false,
  payee: null,
};

const credential: AgentCredential = {
  id: "0a".repeat(16),
  workspaceId: "acme",
  agentId: "buyer",
  name: "Buyer",
  role: "agent",
  ownerId: "ada",
  owner: "Ada",
  allocationId: null,
  issuedAt: "2026-11-02T09:00:00.000Z",
  issuedBy: "Ada",
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  revokedBy: null,
};

const state: TreasuryState = {
  workspaceId: "acme",
  balanceUsd: 88,
  depositsUsd: 100,
  revenueUsd: 0,
  expenseUsd: 12,
  netProfitUsd: -12,
  spentTodayUsd: 12,
  heldUsd: 0,
  availableUsd: 68,
  pendingCount: 0,
  budget,
  proposals: [proposal],
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
};

const machine: AgentMachine = {
  id: "m-1",
  name: "acme-body",
  state: "started",
  region: "fra",
  image: "debian",
  cpuKind: "performance",
  cpus: 1,
  memoryMb: 2048,
  role: "agent-body",
  agentId: null,
  workspaceId: "acme",
  goal: null,
  label: null,
  createdAt: "2026-11-02T09:00:00.000Z",
  uptimeMs: 1000,
  computeCostUsd: 0.000123,
};

const turn: AgentTurnResult = {
  turnId: "turn_1",
  events: [],
  assistant: "Done.",
  awaitingApproval: false,
  usage: null,
  state,
};

type AnsweredRoute =
  | "decideProposal"
  | "destroyMachine"
  | "provisionMachine"
  | "readHealth"
  | "readMachine"
  | "readTreasury"
  | "replayRules"
  | "resetTreasury"
  | "revokeCredential"
  | "runTurn"
  | "startDeposit";

/** Responses of the service. */
export const answers: { readonly [Name in AnsweredRoute]: Output<Name> } = {
  replayRules: {
    workspaceId: "acme",
    from: null,
    to: null,
    isComplete: true,
    spends: 0,
    changed: 0,
    changes: [],
    unknown: 0,
    unknowns: [],
    unknownReasons: [],
    outcomes: [],
    totals: { beforeUsd: 0, ifNoneUsd: 0, ifAllUsd: 0 },
    vendors: [],
    agents: [],
  },
  provisionMachine: { machine },
  readMachine: { machine },
  destroyMachine: { ok: true },
  readTreasury: state,
  startDeposit: {
    id: "cs_1",
    url: "https://checkout.example/cs_1",
    amountUsd: 100,
    workspaceId: "acme",
    expiresAt: null,
  },
  decideProposal: { proposal, state },
  revokeCredential: { credential },
  resetTreasury: state,
  runTurn: turn,
  readHealth: { ok: true },
};

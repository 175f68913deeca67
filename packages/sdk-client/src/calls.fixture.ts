import type { RouteName } from "@agent-treasury/contract/wire";
import type { TreasuryClient } from "./treasury-client.ts";

/** A client call and its expected request. */
export interface ExpectedCall {
  readonly send: (client: TreasuryClient) => Promise<unknown>;
  /** The path with its parameters and query. */
  readonly address: string;
  readonly body?: unknown;
}

/** Payment processors call the signed routes, not a client. The replay is a stream only. */
export type CalledRoute = Exclude<
  RouteName,
  "receiveWebhook" | "authorizePayment" | "readOpenApi" | "replayRules"
>;

const noRules = { version: 1, rules: [] } as const;

const standingTerms = {
  agentId: "buyer",
  vendor: "Acme",
  maximumUsd: 30,
  count: 12,
  endsAt: "2027-01-01T00:00:00Z",
};
export const newPasskey = {
  nonce: "nonce-1",
  name: "Laptop",
  registration: {
    id: "AA",
    rawId: "AA",
    type: "public-key",
    response: { clientDataJSON: "AA", attestationObject: "AA" },
  },
} as const;

/**
 * Every operation, called by Ada in the workspace `acme`. A route without a client method fails to
 * compile.
 */
export const calls: { readonly [Name in CalledRoute]: readonly ExpectedCall[] } = {
  listMachines: [{ send: (client) => client.machines.list(), address: "/agents" }],
  provisionMachine: [
    {
      send: (client) => client.machines.provision({ goal: "scrape", agentId: "a", label: "Ada" }),
      address: "/agents",
      body: { workspaceId: "acme", goal: "scrape", agentId: "a", label: "Ada" },
    },
    {
      send: (client) => client.machines.provision(),
      address: "/agents",
      body: { workspaceId: "acme" },
    },
  ],
  readMachine: [{ send: (client) => client.machines.get("m-1"), address: "/agents/m-1" }],
  actOnMachine: [
    {
      send: (client) => client.machines.suspend("m-1"),
      address: "/agents/m-1",
      body: { action: "suspend" },
    },
    {
      send: (client) => client.machines.start("m-1"),
      address: "/agents/m-1",
      body: { action: "start" },
    },
    {
      send: (client) => client.machines.exec("m-1", { command: "uname -a", timeoutSec: 5 }),
      address: "/agents/m-1",
      body: { action: "exec", command: "uname -a", timeoutSec: 5 },
    },
  ],
  destroyMachine: [{ send: (client) => client.machines.destroy("m-1"), address: "/agents/m-1" }],
  readTreasury: [
    { send: (client) => client.treasury.state(), address: "/treasury?workspaceId=acme" },
    {
      send: (client) => client.treasury.state({ workspaceId: "a:b@c" }),
      address: "/treasury?workspaceId=a%3Ab%40c",
    },
  ],
  listLedger: [
    {
      send: (client) => client.treasury.ledger({ cursor: "17", limit: 5 }),
      address: "/treasury/ledger?cursor=17&limit=5&workspaceId=acme",
    },
    { send: (client) => client.treasury.ledger(), address: "/treasury/ledger?workspaceId=acme" },
  ],
  listProposals: [
    {
      send: (client) => client.treasury.proposals({ limit: 1 }),
      address: "/treasury/proposals?limit=1&workspaceId=acme",
    },
  ],
  verifyLedger: [
    { send: (client) => client.treasury.verify(), address: "/treasury/verify?workspaceId=acme" },
  ],
  startDeposit: [
    {
      send: (client) => client.treasury.deposit({ amountUsd: 25.5 }),
      address: "/treasury/deposit",
      body: { amountUsd: 25.5, workspaceId: "acme" },
    },
  ],
  confirmDeposit: [
    {
      send: (client) => client.treasury.confirmDeposit({ sessionId: "cs 1&2" }),
      address: "/treasury/deposit?session_id=cs+1%262&workspaceId=acme",
    },
  ],
  decideProposal: [
    {
      send: (client) => client.treasury.decide({ proposalId: "prop-1", decision: "approve" }),
      address: "/treasury/decide",
      body: { proposalId: "prop-1", decision: "approve", operator: "Ada", workspaceId: "acme" },
    },
    {
      send: (client) =>
        client.treasury.decide({
          proposalId: "prop-1",
          decision: "deny",
          operator: "Grace",
          comment: "Too dear — später.",
          workspaceId: "other",
        }),
      address: "/treasury/decide",
      body: {
        proposalId: "prop-1",
        decision: "deny",
        operator: "Grace",
        comment: "Too dear — später.",
        workspaceId: "other",
      },
    },
  ],
  readBudget: [
    {
      send: (client) => client.treasury.budget(),
      address: "/treasury/budget?workspaceId=acme",
    },
  ],
  createProposal: [
    {
      send: (client) =>
        client.treasury.propose({
          amountUsd: 5,
          vendor: "Acme",
          purpose: "paper",
          agentLabel: "researcher",
          idempotencyKey: "paper-1",
          dryRun: true,
        }),
      address: "/treasury/proposals",
      body: {
        amountUsd: 5,
        vendor: "Acme",
        purpose: "paper",
        agentLabel: "researcher",
        idempotencyKey: "paper-1",
        dryRun: true,
        workspaceId: "acme",
      },
    },
  ],
  fetchPaid: [
    {
      send: (client) =>
        client.treasury.fetchPaid({ url: "https://api.example.com/a", purpose: "a report" }),
      address: "/treasury/paid-requests",
      body: { url: "https://api.example.com/a", purpose: "a report", workspaceId: "acme" },
    },
  ],
  readProposal: [
    {
      send: (client) => client.treasury.proposal({ proposalId: "prop-1", wait: 55 }),
      address: "/treasury/proposals/prop-1?wait=55&workspaceId=acme",
    },
    {
      send: (client) => client.treasury.proposal({ proposalId: "prop-1" }),
      address: "/treasury/proposals/prop-1?workspaceId=acme",
    },
  ],
  readResource: [
    {
      send: (client) => client.treasury.resource({ proposalId: "prop-1" }),
      address: "/treasury/proposals/prop-1/resource?workspaceId=acme",
    },
  ],
  withdrawApproval: [
    {
      send: (client) => client.treasury.withdrawApproval({ proposalId: "prop-1" }),
      address: "/treasury/proposals/prop-1/withdraw",
      body: { workspaceId: "acme" },
    },
  ],
  readRules: [
    { send: (client) => client.rules.current(), address: "/treasury/rules?workspaceId=acme" },
  ],
  validateRules: [
    {
      send: (client) => client.rules.validate({ rules: noRules }),
      address: "/treasury/rules/validate",
      body: { rules: noRules, workspaceId: "acme" },
    },
  ],
  publishRules: [
    {
      send: (client) => client.rules.publish({ rules: noRules, basedOn: null }),
      address: "/treasury/rules",
      body: { rules: noRules, basedOn: null, workspaceId: "acme" },
    },
  ],
  listPublications: [
    {
      send: (client) => client.rules.history({ limit: 5 }),
      address: "/treasury/rules/history?limit=5&workspaceId=acme",
    },
  ],
  readPublication: [
    {
      send: (client) => client.rules.read({ digest: "0a" }),
      address: "/treasury/rules/0a?workspaceId=acme",
    },
  ],
  rollBackRules: [
    {
      send: (client) => client.rules.rollBack({ digest: "0a" }),
      address: "/treasury/rules/0a/publish",
      body: { workspaceId: "acme" },
    },
  ],
  readDraft: [
    { send: (client) => client.rules.draft(), address: "/treasury/rules/draft?workspaceId=acme" },
  ],
  saveDraft: [
    {
      send: (client) => client.rules.saveDraft({ rules: noRules, days: 7 }),
      address: "/treasury/rules/draft",
      body: { rules: noRules, days: 7, workspaceId: "acme" },
    },
  ],
  writeRules: [
    {
      send: (client) => client.rules.write({ sentence: "At most $500 a month." }),
      address: "/treasury/rules/write",
      body: { sentence: "At most $500 a month.", workspaceId: "acme" },
    },
  ],
  removeDraft: [
    {
      send: (client) => client.rules.removeDraft(),
      address: "/treasury/rules/draft?workspaceId=acme",
    },
  ],
  readCosts: [
    {
      send: (client) => client.treasury.costs({ by: "meter" }),
      address: "/treasury/costs?by=meter&workspaceId=acme",
    },
  ],
  readReceipt: [
    {
      send: (client) => client.receipts.issue({ proposalId: "prop_1" }),
      address: "/treasury/proposals/prop_1/receipt?workspaceId=acme",
    },
  ],
  readCheckpoint: [
    {
      send: (client) => client.receipts.checkpoint({ since: 3 }),
      address: "/treasury/checkpoint?since=3&workspaceId=acme",
    },
  ],
  readKeys: [{ send: (client) => client.receipts.keys(), address: "/keys.json" }],
  openTab: [
    {
      send: (client) =>
        client.tabs.open({ amountUsd: 5, vendor: "Models", purpose: "drafts", minutes: 60 }),
      address: "/treasury/tabs",
      body: { amountUsd: 5, vendor: "Models", purpose: "drafts", minutes: 60, workspaceId: "acme" },
    },
  ],
  listTabs: [
    {
      send: (client) => client.tabs.list(),
      address: "/treasury/tabs?workspaceId=acme",
    },
  ],
  readTab: [
    {
      send: (client) => client.tabs.read({ tabId: "prop_1" }),
      address: "/treasury/tabs/prop_1?workspaceId=acme",
    },
  ],
  listTabCharges: [
    {
      send: (client) => client.tabs.charges({ tabId: "prop_1", posting: 2 }),
      address: "/treasury/tabs/prop_1/charges?posting=2&workspaceId=acme",
    },
  ],
  reserveOnTab: [
    {
      send: (client) => client.tabs.reserve({ tabId: "prop_1", amountUsd: 1 }),
      address: "/treasury/tabs/prop_1/reserve",
      body: { amountUsd: 1, workspaceId: "acme" },
    },
  ],
  settleOnTab: [
    {
      send: (client) => client.tabs.settle({ tabId: "prop_1", number: 1, amountUsd: 0.5 }),
      address: "/treasury/tabs/prop_1/settle",
      body: { number: 1, amountUsd: 0.5, workspaceId: "acme" },
    },
  ],
  chargeTab: [
    {
      send: (client) => client.tabs.charge({ tabId: "prop_1", chargeId: "c", amountUsd: 1 }),
      address: "/treasury/tabs/prop_1/charge",
      body: { chargeId: "c", amountUsd: 1, workspaceId: "acme" },
    },
  ],
  cancelReservation: [
    {
      send: (client) => client.tabs.cancel({ tabId: "prop_1", number: 1 }),
      address: "/treasury/tabs/prop_1/cancel",
      body: { number: 1, workspaceId: "acme" },
    },
  ],
  confirmSettlement: [
    {
      send: (client) => client.tabs.confirm({ tabId: "prop_1", number: 1 }),
      address: "/treasury/tabs/prop_1/confirm",
      body: { number: 1, workspaceId: "acme" },
    },
  ],
  closeTab: [
    {
      send: (client) => client.tabs.close({ tabId: "prop_1" }),
      address: "/treasury/tabs/prop_1/close",
      body: { workspaceId: "acme" },
    },
  ],
  renewTab: [
    {
      send: (client) => client.tabs.renew({ tabId: "prop_1", minutes: 60 }),
      address: "/treasury/tabs/prop_1/renew",
      body: { minutes: 60, workspaceId: "acme" },
    },
  ],
  openRefundCase: [
    {
      send: (client) => client.refunds.open({ proposalId: "prop_1", reason: "late" }),
      address: "/treasury/refund-cases",
      body: { proposalId: "prop_1", reason: "late", operator: "Ada", workspaceId: "acme" },
    },
  ],
  listRefundCases: [
    {
      send: (client) => client.refunds.list(),
      address: "/treasury/refund-cases?workspaceId=acme",
    },
  ],
  readRefundCase: [
    {
      send: (client) => client.refunds.read({ proposalId: "prop_1" }),
      address: "/treasury/refund-cases/prop_1?workspaceId=acme",
    },
  ],
  askSellerAgain: [
    {
      send: (client) => client.refunds.askAgain({ proposalId: "prop_1" }),
      address: "/treasury/refund-cases/prop_1/ask-again",
      body: { workspaceId: "acme" },
    },
  ],
  recordRefund: [
    {
      send: (client) => client.refunds.record({ proposalId: "prop_1", reference: "re_1" }),
      address: "/treasury/refund-cases/prop_1/refund",
      body: { reference: "re_1", operator: "Ada", workspaceId: "acme" },
    },
  ],
  updateRefundCase: [
    {
      send: (client) => client.refunds.update({ proposalId: "prop_1", step: "disputed" }),
      address: "/treasury/refund-cases/prop_1",
      body: { step: "disputed", operator: "Ada", workspaceId: "acme" },
    },
  ],
  listAllocations: [
    {
      send: (client) => client.allocations.list(),
      address: "/treasury/allocations?workspaceId=acme",
    },
  ],
  setAllocation: [
    {
      send: (client) => client.allocations.set({ id: "team", limitUsd: 40, per: "month" }),
      address: "/treasury/allocations",
      body: { id: "team", limitUsd: 40, per: "month", workspaceId: "acme" },
    },
  ],
  archiveAllocation: [
    {
      send: (client) => client.allocations.archive({ allocationId: "team" }),
      address: "/treasury/allocations/team/archive",
      body: { workspaceId: "acme" },
    },
  ],
  listPayees: [
    { send: (client) => client.payees.list(), address: "/treasury/payees?workspaceId=acme" },
  ],
  listPaidByPolicy: [
    {
      send: (client) => client.payees.paidByPolicy(),
      address: "/treasury/payees/paid-by-policy?workspaceId=acme",
    },
  ],
  addPayee: [
    {
      send: (client) => client.payees.add({ vendor: "Acme", amountUsd: 5 }),
      address: "/treasury/payees",
      body: { vendor: "Acme", amountUsd: 5, operator: "Ada", workspaceId: "acme" },
    },
  ],
  forgetPayee: [
    {
      send: (client) => client.payees.forget({ payeeId: "0a" }),
      address: "/treasury/payees/0a/forget",
      body: { operator: "Ada", workspaceId: "acme" },
    },
  ],
  listStandingApprovals: [
    {
      send: (client) => client.standingApprovals.list(),
      address: "/treasury/standing-approvals?workspaceId=acme",
    },
  ],
  createStandingApproval: [
    {
      send: (client) => client.standingApprovals.create(standingTerms),
      address: "/treasury/standing-approvals",
      body: { ...standingTerms, operator: "Ada", workspaceId: "acme" },
    },
  ],
  revokeStandingApproval: [
    {
      send: (client) => client.standingApprovals.revoke({ standingApprovalId: "0a" }),
      address: "/treasury/standing-approvals/0a/revoke",
      body: { operator: "Ada", workspaceId: "acme" },
    },
  ],
  listActions: [
    {
      send: (client) => client.actions.list({ limit: 5 }),
      address: "/treasury/actions?limit=5&workspaceId=acme",
    },
    {
      send: (client) => client.actions.list({ status: "pending" }),
      address: "/treasury/actions?status=pending&workspaceId=acme",
    },
  ],
  decideAction: [
    {
      send: (client) => client.actions.decide({ actionId: "a-1", decision: "approve" }),
      address: "/treasury/actions/a-1/decide",
      body: { decision: "approve", operator: "Ada", workspaceId: "acme" },
    },
  ],
  listFreezes: [
    {
      send: (client) => client.freezes.list(),
      address: "/treasury/freezes?workspaceId=acme",
    },
  ],
  freeze: [
    {
      send: (client) => client.freezes.freeze({ scope: "agent", id: "buyer", reason: "Odd." }),
      address: "/treasury/freezes",
      body: { scope: "agent", id: "buyer", reason: "Odd.", operator: "Ada", workspaceId: "acme" },
    },
  ],
  unfreeze: [
    {
      send: (client) => client.freezes.unfreeze({ scope: "workspace" }),
      address: "/treasury/unfreeze",
      body: { scope: "workspace", operator: "Ada", workspaceId: "acme" },
    },
  ],
  freezeAll: [
    {
      send: (client) => client.freezes.freezeAll({ reason: "Odd." }),
      address: "/treasury/freeze-all",
      body: { reason: "Odd.", operator: "Ada" },
    },
  ],
  unfreezeAll: [
    {
      send: (client) => client.freezes.unfreezeAll(),
      address: "/treasury/unfreeze-all",
      body: { operator: "Ada" },
    },
  ],
  readInbox: [
    {
      send: (client) => client.inbox({ cursor: "200", limit: 5 }),
      address: "/treasury/inbox?cursor=200&limit=5",
    },
    { send: (client) => client.inbox(), address: "/treasury/inbox" },
  ],
  listWorkspaces: [
    {
      send: (client) => client.workspaces({ cursor: "200", limit: 5 }),
      address: "/treasury/workspaces?cursor=200&limit=5",
    },
  ],
  readRails: [{ send: (client) => client.rails.list(), address: "/treasury/rails" }],
  reconcileRails: [
    {
      send: (client) => client.rails.reconcile({ days: 3 }),
      address: "/treasury/rails/reconciliation?days=3",
    },
    { send: (client) => client.rails.reconcile(), address: "/treasury/rails/reconciliation" },
  ],
  issueCredential: [
    {
      send: (client) => client.credentials.issue({ agentId: "buyer", name: "Buyer" }),
      address: "/treasury/credentials",
      body: { agentId: "buyer", name: "Buyer", workspaceId: "acme" },
    },
  ],
  listCredentials: [
    {
      send: (client) => client.credentials.list({ limit: 5 }),
      address: "/treasury/credentials?limit=5&workspaceId=acme",
    },
  ],
  revokeCredential: [
    {
      send: (client) => client.credentials.revoke({ credentialId: "c-1" }),
      address: "/treasury/credentials/c-1/revoke",
      body: { workspaceId: "acme" },
    },
  ],
  listPasskeys: [
    {
      send: (client) => client.passkeys.list(),
      address: "/treasury/passkeys?workspaceId=acme",
    },
  ],
  invitePasskey: [
    {
      send: (client) => client.passkeys.invite({ personId: "ada" }),
      address: "/treasury/passkey-invitations",
      body: { personId: "ada", workspaceId: "acme" },
    },
  ],
  beginPasskey: [
    {
      send: (client) => client.passkeys.begin({ invitation: "token" }),
      address: "/treasury/passkey-registrations",
      body: { invitation: "token", workspaceId: "acme" },
    },
  ],
  registerPasskey: [
    {
      send: (client) => client.passkeys.register(newPasskey),
      address: "/treasury/passkeys",
      body: { ...newPasskey, workspaceId: "acme" },
    },
  ],
  challengePasskey: [
    {
      send: (client) => client.passkeys.challenge({ intent: "approve_proposal", id: "prop_1" }),
      address: "/treasury/passkey-challenges",
      body: { intent: "approve_proposal", id: "prop_1", workspaceId: "acme" },
    },
  ],
  removePasskey: [
    {
      send: (client) => client.passkeys.remove({ passkeyId: "p-1" }),
      address: "/treasury/passkeys/p-1/remove",
      body: { workspaceId: "acme" },
    },
  ],
  setBudget: [
    {
      send: (client) => client.treasury.setBudget({ limits: { dailySpendCapUsd: 40 } }),
      address: "/treasury/budget",
      body: { limits: { dailySpendCapUsd: 40 }, workspaceId: "acme" },
    },
  ],
  resetTreasury: [
    {
      send: (client) => client.treasury.reset(),
      address: "/treasury/reset",
      body: { workspaceId: "acme" },
    },
  ],
  runTurn: [
    {
      send: (client) =>
        client.agent.run({
          message: "Buy a domain.",
          history: [{ role: "assistant", content: "Hello." }],
        }),
      address: "/agent",
      body: {
        message: "Buy a domain.",
        history: [{ role: "assistant", content: "Hello." }],
        workspaceId: "acme",
      },
    },
  ],
  resumeTurn: [
    {
      send: (client) => client.agent.resume({ turnId: "turn_1" }),
      address: "/agent/resume",
      body: { turnId: "turn_1", workspaceId: "acme" },
    },
  ],
  readTurnEvents: [
    {
      send: (client) => client.agent.events({ turnId: "turn_1" }),
      address: "/agent/turns/turn_1/events?workspaceId=acme",
    },
    {
      send: (client) => client.agent.events({ turnId: "turn_1", after: "7", workspaceId: "b" }),
      address: "/agent/turns/turn_1/events?after=7&workspaceId=b",
    },
  ],
  readHealth: [{ send: (client) => client.health(), address: "/health" }],
};

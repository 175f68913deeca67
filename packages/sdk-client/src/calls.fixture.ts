import type { Operations, RouteName } from "@agent-treasury/contract/wire";
import type { TreasuryClient } from "./treasury-client.ts";

/** A client call and its expected request. */
export interface ExpectedCall {
  readonly send: (client: TreasuryClient) => Promise<unknown>;
  /** The path with its parameters and query. */
  readonly address: string;
  readonly body?: unknown;
}

/**
 * Payment processors call the signed routes, not a client. The replay is a stream only. The other
 * routes are called as the contract names them.
 */
export type CalledRoute = Exclude<
  {
    readonly [Name in RouteName]: [Operations[Name]["call"]] extends [never] ? Name : never;
  }[RouteName],
  "receiveWebhook" | "authorizePayment" | "readOpenApi" | "replayRules"
>;

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
 * Calls by Ada in the workspace `acme`, of the operations whose method differs from the request. One
 * without a client method fails to compile.
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
  readKeys: [{ send: (client) => client.receipts.keys(), address: "/keys.json" }],
  readRails: [{ send: (client) => client.rails.list(), address: "/treasury/rails" }],
  reconcileRails: [
    {
      send: (client) => client.rails.reconcile({ days: 3 }),
      address: "/treasury/rails/reconciliation?days=3",
    },
    { send: (client) => client.rails.reconcile(), address: "/treasury/rails/reconciliation" },
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

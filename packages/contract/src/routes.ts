/** The methods that the service answers. */
export type HttpMethod = "GET" | "POST" | "DELETE";

/** One row of the route table: where an operation lives and what it is for. */
export interface Route {
  readonly method: HttpMethod;
  /** Path below the base path (`/api/service`), parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** Whether it answers by a stream of `TurnStreamItem`s whoever accepts `text/event-stream`. */
  readonly streams?: true;
}

/** The name of an operation, for example `decideProposal`. */
export type RouteName =
  | "listMachines"
  | "provisionMachine"
  | "readMachine"
  | "actOnMachine"
  | "destroyMachine"
  | "readTreasury"
  | "listLedger"
  | "listProposals"
  | "verifyLedger"
  | "startDeposit"
  | "confirmDeposit"
  | "receiveWebhook"
  | "decideProposal"
  | "resetTreasury"
  | "runTurn"
  | "resumeTurn"
  | "readTurnEvents"
  | "readHealth";

/**
 * Every route of the service, once. The handler routes by this table, the client builds its
 * requests from it, and the documents are generated from it.
 */
export const routes: Readonly<Record<RouteName, Route>> = {
  listMachines: { method: "GET", path: "/agents", summary: "List the fleet" },
  provisionMachine: { method: "POST", path: "/agents", summary: "Provision an agent body" },
  readMachine: { method: "GET", path: "/agents/{id}", summary: "Read one machine" },
  actOnMachine: { method: "POST", path: "/agents/{id}", summary: "Suspend, start or exec" },
  destroyMachine: { method: "DELETE", path: "/agents/{id}", summary: "Destroy a machine" },
  readTreasury: { method: "GET", path: "/treasury", summary: "Read a workspace's treasury" },
  listLedger: { method: "GET", path: "/treasury/ledger", summary: "Page through the ledger" },
  listProposals: {
    method: "GET",
    path: "/treasury/proposals",
    summary: "Page through the proposals",
  },
  verifyLedger: { method: "GET", path: "/treasury/verify", summary: "Recompute the hash chain" },
  startDeposit: { method: "POST", path: "/treasury/deposit", summary: "Open a deposit checkout" },
  confirmDeposit: {
    method: "GET",
    path: "/treasury/deposit",
    summary: "Confirm a returned checkout and credit it once",
  },
  receiveWebhook: {
    method: "POST",
    path: "/treasury/webhook",
    summary: "Take what the payment processor tells, by its own signature",
  },
  decideProposal: { method: "POST", path: "/treasury/decide", summary: "Approve or deny a spend" },
  resetTreasury: { method: "POST", path: "/treasury/reset", summary: "Open a new, empty epoch" },
  runTurn: {
    method: "POST",
    path: "/agent",
    summary: "Run one turn of the agent",
    streams: true,
  },
  resumeTurn: {
    method: "POST",
    path: "/agent/resume",
    summary: "Let a turn go on once nothing of it waits for a person",
    streams: true,
  },
  readTurnEvents: {
    method: "GET",
    path: "/agent/turns/{id}/events",
    summary: "Read what happened in a turn, from any of its events on",
    streams: true,
  },
  readHealth: { method: "GET", path: "/health", summary: "Tell that the service is up" },
};

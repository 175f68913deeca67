/** The methods that the service answers. */
export type HttpMethod = "GET" | "POST" | "DELETE";

/** Where agents built on anything else come in, below the base path: a protocol of its own, no operation. */
export const mcpPath = "/mcp";

/**
 * Every route of the service, once: its method, and its path below the base path (`/api/service`) with
 * parameters in braces. The handler routes by this table, the client's calls are checked against it, and
 * the documents are generated from it.
 */
export const routes = {
  listMachines: { method: "GET", path: "/agents" },
  provisionMachine: { method: "POST", path: "/agents" },
  readMachine: { method: "GET", path: "/agents/{id}" },
  actOnMachine: { method: "POST", path: "/agents/{id}" },
  destroyMachine: { method: "DELETE", path: "/agents/{id}" },
  readTreasury: { method: "GET", path: "/treasury" },
  listLedger: { method: "GET", path: "/treasury/ledger" },
  listProposals: { method: "GET", path: "/treasury/proposals" },
  verifyLedger: { method: "GET", path: "/treasury/verify" },
  startDeposit: { method: "POST", path: "/treasury/deposit" },
  confirmDeposit: { method: "GET", path: "/treasury/deposit" },
  receiveWebhook: { method: "POST", path: "/treasury/webhook" },
  decideProposal: { method: "POST", path: "/treasury/decide" },
  resetTreasury: { method: "POST", path: "/treasury/reset" },
  runTurn: { method: "POST", path: "/agent" },
  resumeTurn: { method: "POST", path: "/agent/resume" },
  readTurnEvents: { method: "GET", path: "/agent/turns/{id}/events" },
  readHealth: { method: "GET", path: "/health" },
  readOpenApi: { method: "GET", path: "/openapi.json" },
} as const;

/** The name of an operation, for example `decideProposal`. */
export type RouteName = keyof typeof routes;

/** Where each operation lives, in one line: `POST /treasury/decide`. */
export type RouteAddresses = {
  readonly [
    Name in RouteName
  ]: `${(typeof routes)[Name]["method"]} ${(typeof routes)[Name]["path"]}`;
};

/** The name of the operation that lives at an address. */
export type RouteNameAt<Address extends RouteAddresses[RouteName]> = {
  readonly [Name in RouteName]: RouteAddresses[Name] extends Address ? Name : never;
}[RouteName];

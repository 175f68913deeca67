import type { RouteName } from "./routes.ts";

/** What each operation is for, in a few words. Apart from the table, since no client needs them. */
export const routeSummaries: Readonly<Record<RouteName, string>> = {
  listMachines: "List the fleet",
  provisionMachine: "Provision an agent body",
  readMachine: "Read one machine",
  actOnMachine: "Suspend, start or exec",
  destroyMachine: "Destroy a machine",
  readTreasury: "Read a workspace's treasury",
  listLedger: "Page through the ledger",
  listProposals: "Page through the proposals",
  verifyLedger: "Recompute the hash chain",
  startDeposit: "Open a deposit checkout",
  confirmDeposit: "Confirm a returned checkout and credit it once",
  receiveWebhook: "Take what the payment processor tells, by its own signature",
  decideProposal: "Approve or deny a spend",
  resetTreasury: "Open a new, empty epoch",
  runTurn: "Run one turn of the agent",
  resumeTurn: "Let a turn go on once nothing of it waits for a person",
  readTurnEvents: "Read what happened in a turn, from any of its events on",
  readHealth: "Tell that the service is up",
  readOpenApi: "Read this interface as an OpenAPI 3.1 document",
};

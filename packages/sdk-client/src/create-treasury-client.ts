import type {
  ExecAnswer,
  MachineChangeAnswer,
  WorkspaceRequest,
} from "@agent-treasury/contract/wire";
import type { CallOptions, TreasuryClientOptions } from "./options.ts";
import { createTransport } from "./transport.ts";
import type { TreasuryClient } from "./treasury-client.ts";

/**
 * Makes a client of a running service. It keeps no connection and no state.
 *
 * @example
 * const client = createTreasuryClient({ baseUrl: "http://localhost:3000", workspaceId: "acme" });
 * const turn = await client.agent.run({ message: "Buy a domain from Namecheap for $12." });
 */
export function createTreasuryClient(options: TreasuryClientOptions): TreasuryClient {
  const send = createTransport(options);
  const inWorkspace = <Request extends WorkspaceRequest>(request: Request): Request => ({
    ...request,
    workspaceId: request.workspaceId ?? options.workspaceId,
  });
  const change = (id: string, action: "suspend" | "start", call?: CallOptions) =>
    send("actOnMachine", { id, action }, call) as Promise<MachineChangeAnswer>;

  return {
    agent: {
      run: (request, call) => send("runTurn", inWorkspace(request), call),
      resume: (request, call) => send("resumeTurn", inWorkspace(request), call),
      events: ({ turnId, ...request }, call) =>
        send("readTurnEvents", inWorkspace({ ...request, id: turnId }), call),
    },
    treasury: {
      state: (request = {}, call) => send("readTreasury", inWorkspace(request), call),
      ledger: (page = {}, call) => send("listLedger", inWorkspace(page), call),
      proposals: (page = {}, call) => send("listProposals", inWorkspace(page), call),
      verify: (request = {}, call) => send("verifyLedger", inWorkspace(request), call),
      deposit: (request, call) => send("startDeposit", inWorkspace(request), call),
      confirmDeposit: ({ sessionId, workspaceId }, call) =>
        send("confirmDeposit", inWorkspace({ session_id: sessionId, workspaceId }), call),
      decide: (request, call) =>
        send(
          "decideProposal",
          inWorkspace({ ...request, operator: request.operator ?? options.operator }),
          call,
        ),
      reset: (request = {}, call) => send("resetTreasury", inWorkspace(request), call),
    },
    machines: {
      list: (call) => send("listMachines", {}, call),
      provision: (request = {}, call) => send("provisionMachine", inWorkspace(request), call),
      get: (id, call) => send("readMachine", { id }, call),
      suspend: (id, call) => change(id, "suspend", call),
      start: (id, call) => change(id, "start", call),
      exec: (id, request, call) =>
        send("actOnMachine", { ...request, id, action: "exec" }, call) as Promise<ExecAnswer>,
      destroy: (id, call) => send("destroyMachine", { id }, call),
    },
    health: (call) => send("readHealth", {}, call),
  };
}

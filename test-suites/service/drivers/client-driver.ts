import {
  type ErrorBody,
  type Input,
  type Output,
  type RouteName,
  type RouteNamesByCall,
  type TurnRouteName,
  routes,
} from "@agent-treasury/contract";
import type { DriverKind } from "./driver.ts";
import type { CallOptions, MakeClient, ServiceClient, TurnStream } from "./service-client.ts";

type Invocation<Name extends RouteName> = (
  client: ServiceClient,
  input: Input<Name>,
  call: CallOptions,
) => Promise<unknown>;

type OtherRouteName = Exclude<RouteName, RouteNamesByCall[keyof RouteNamesByCall]>;

/** The client's method for each operation whose method the contract does not state. */
const invocations: { readonly [Name in OtherRouteName]: Invocation<Name> } = {
  listMachines: ({ machines }, _input, call) => machines.list(call),
  provisionMachine: ({ machines }, input, call) => machines.provision(input, call),
  readMachine: ({ machines }, { id }, call) => machines.get(id, call),
  actOnMachine: ({ machines }, input, call) => {
    if (input.action === "suspend") return machines.suspend(input.id, call);
    if (input.action === "start") return machines.start(input.id, call);
    const { id, command, timeoutSec } = input;
    // JavaScript drivers can omit the command despite its type.
    return machines.exec(id, { command: command as string, timeoutSec }, call);
  },
  destroyMachine: ({ machines }, { id }, call) => machines.destroy(id, call),
  readTreasury: ({ treasury }, input, call) => treasury.state(input, call),
  verifyLedger: ({ treasury }, input, call) => treasury.verify(input, call),
  startDeposit: ({ treasury }, input, call) => treasury.deposit(input, call),
  confirmDeposit: ({ treasury }, { session_id: sessionId, workspaceId }, call) =>
    treasury.confirmDeposit({ sessionId, workspaceId }, call),
  receiveWebhook: () => Promise.reject(new Error("The client sends no webhooks.")),
  authorizePayment: () => Promise.reject(new Error("The client sends no webhooks.")),
  decideProposal: ({ treasury }, input, call) => treasury.decide(input, call),
  readResource: ({ treasury }, input, call) => treasury.resource(input, call),
  withdrawApproval: ({ treasury }, input, call) => treasury.withdrawApproval(input, call),
  replayRules: ({ rules }, input, call) => rules.replay(input, call),
  readRails: ({ rails }, _input, call) => rails.list(call),
  reconcileRails: ({ rails }, input, call) => rails.reconcile(input, call),
  setBudget: ({ treasury }, input, call) => treasury.setBudget(input, call),
  resetTreasury: ({ treasury }, input, call) => treasury.reset(input, call),
  runTurn: ({ agent }, input, call) => agent.run(input, call),
  resumeTurn: ({ agent }, input, call) => agent.resume(input, call),
  readTurnEvents: ({ agent }, { id, ...rest }, call) => agent.events({ ...rest, turnId: id }, call),
  readKeys: ({ receipts }, _input, call) => receipts.keys(call),
  readHealth: (client, _input, call) => client.health(call),
  readOpenApi: () =>
    Promise.reject(new Error("The client is generated from the OpenAPI document.")),
};

function invoke<Name extends RouteName>(
  client: ServiceClient,
  name: Name,
  input: Input<Name>,
  call: CallOptions,
): Promise<unknown> {
  const other = (invocations as Partial<Record<RouteName, Invocation<Name>>>)[name];
  if (other !== undefined) return other(client, input, call);
  const method = (routes[name].call ?? "").split(".").reduce<unknown>(inside, client);
  return (method as Method<Name>)(input, call);
}

type Method<Name extends RouteName> = (input: Input<Name>, call: CallOptions) => Promise<unknown>;

function inside(group: unknown, name: string): unknown {
  return (group as Readonly<Record<string, unknown>>)[name];
}

type Streaming<Name extends TurnRouteName> = (
  client: ServiceClient,
  input: Input<Name>,
  after: { after?: string },
  call: CallOptions,
) => TurnStream;

/** The client's method for each operation with a streamed response. */
const streamings: { readonly [Name in TurnRouteName]: Streaming<Name> } = {
  runTurn: ({ agent }, input, _after, call) => agent.stream(input, call),
  resumeTurn: ({ agent }, input, after, call) => agent.streamResume({ ...input, ...after }, call),
  readTurnEvents: ({ agent }, { id, ...rest }, after, call) =>
    agent.watch({ ...rest, turnId: id, ...after }, call),
};

/** Calls through the typed client. */
export function clientDriver(makeClient: MakeClient): DriverKind {
  return {
    name: "by the client",
    connect: ({ origin, fetch }) => {
      // A retry would hide a provoked failure, and each test limits its own time.
      const patience = { maximumRetries: 0, maximumReconnects: 0, timeoutMs: 600_000 };
      const clientWith = (headers: Readonly<Record<string, string>>): ServiceClient =>
        makeClient({ baseUrl: origin, fetch, headers, ...patience });
      return {
        name: "by the client",
        call: async (name, input, { headers = {}, signal } = {}) => {
          try {
            const answer = await invoke(clientWith(headers), name, input, { signal });
            return { ok: true, answer: answer as Output<typeof name> };
          } catch (error) {
            return { ok: false, ...refusalOf(error) };
          }
        },
        stream: (name, input, { headers = {}, signal, after } = {}) =>
          streamings[name](clientWith(headers), input, { ...(after && { after }) }, { signal }),
      };
    },
  };
}

/** The service's error in the client's error; other errors are rethrown. */
function refusalOf(error: unknown): { status: number; body: ErrorBody } {
  if (!(error instanceof Error) || error.name !== "TreasuryApiError") throw error;
  const { status, code, requestId } = error as Error & { status: number } & Omit<
      ErrorBody,
      "error"
    >;
  return { status, body: { error: error.message, code, requestId } };
}

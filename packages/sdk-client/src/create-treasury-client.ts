import type { NamesOf } from "@agent-treasury/contract/names";
import type {
  Input,
  MachineActionAnswer,
  MachineActionRequest,
  Output,
} from "@agent-treasury/contract/wire";
import { pathSegment } from "./address.ts";
import { callRoutes } from "./call-routes.ts";
import type { PluginCallRequest } from "./calls/plugin-calls.ts";
import { checkOptions } from "./check-options.ts";
import { eachItem } from "./each-item.ts";
import { createFollow } from "./follow-turn.ts";
import type { CallOptions, TreasuryClientOptions } from "./options.ts";
import { createReplay } from "./replay.ts";
import type { Route, RouteNameOf } from "./route.ts";
import { createTransport } from "./transport.ts";
import type { TreasuryClient } from "./treasury-client.ts";

const optionNames: NamesOf<TreasuryClientOptions> = {
  baseUrl: true,
  basePath: true,
  workspaceId: true,
  operator: true,
  headers: true,
  timeoutMs: true,
  maximumRetries: true,
  maximumReconnects: true,
  fetch: true,
};

/**
 * Creates a client for a running service. The client has no state and no open connections.
 *
 * @example
 * const client = createTreasuryClient({ baseUrl: "http://localhost:3000", workspaceId: "acme" });
 * const turn = await client.agent.run({ message: "Buy a domain from Namecheap for $12." });
 */
export function createTreasuryClient(options: TreasuryClientOptions): TreasuryClient {
  checkOptions("createTreasuryClient", options, optionNames);
  const { send, open } = createTransport(options);
  const follow = createFollow(open, options);
  const method =
    <At extends Route>(route: At): Method<At> =>
    (request, call) =>
      send(route, { ...request } as Input<RouteNameOf<At>>, call);
  const methods = methodsOf(callRoutes, method);
  const replay = createReplay(open);
  const { treasury, rules, actions, credentials } = methods;
  const act = <Answer extends MachineActionAnswer>(
    id: string,
    action: Omit<MachineActionRequest, "id">,
    call?: CallOptions,
  ) => send("POST /agents/{id} global never", { ...action, id }, call) as Promise<Answer>;

  return {
    ...methods,
    agent: {
      run: method("POST /agent"),
      stream: (request, call) => follow("POST /agent", request, undefined, call),
      resume: method("POST /agent/resume never"),
      streamResume: ({ after, ...request }, call) =>
        follow("POST /agent/resume never", request, after, call),
      watch: ({ turnId: id, after, ...request }, call) =>
        follow("GET /agent/turns/{id}/events", { ...request, id }, after, call),
      events: ({ turnId: id, ...request }, call) =>
        send("GET /agent/turns/{id}/events", { ...request, id }, call),
    },
    treasury: {
      ...treasury,
      state: method("GET /treasury"),
      eachEntry: eachItem(treasury.ledger, "entries"),
      eachProposal: eachItem(treasury.proposals, "proposals"),
      verify: method("GET /treasury/verify"),
      deposit: method("POST /treasury/deposit"),
      confirmDeposit: ({ sessionId, workspaceId }, call) =>
        send("GET /treasury/deposit", { session_id: sessionId, workspaceId }, call),
      decide: method("POST /treasury/decide named"),
      resource: method("GET /treasury/proposals/{proposalId}/resource"),
      withdrawApproval: method("POST /treasury/proposals/{proposalId}/withdraw"),
      setBudget: method("POST /treasury/budget"),
      reset: method("POST /treasury/reset"),
    },
    rules: {
      ...rules,
      eachPublication: eachItem(rules.history, "publications"),
      replay: (request, call) => replay({ ...request }, call),
    },
    receipts: { ...methods.receipts, keys: (call) => send("GET /keys.json global", {}, call) },
    actions: { ...actions, each: eachItem(actions.list, "actions") },
    credentials: { ...credentials, each: eachItem(credentials.list, "credentials") },
    machines: {
      list: (call) => send("GET /agents global", {}, call),
      provision: method("POST /agents"),
      get: (id, call) => send("GET /agents/{id} global", { id }, call),
      suspend: (id, call) => act(id, { action: "suspend" }, call),
      start: (id, call) => act(id, { action: "start" }, call),
      exec: (id, request, call) => act(id, { ...request, action: "exec" }, call),
      destroy: (id, call) => send("DELETE /agents/{id} global", { id }, call),
    },
    rails: {
      list: (call) => send("GET /treasury/rails global", {}, call),
      reconcile: method("GET /treasury/rails/reconciliation global"),
    },
    plugin: <Answer extends object>(
      id: string,
      { method: verb, path, input }: PluginCallRequest,
      call?: CallOptions,
    ) =>
      send(
        `${verb} /plugins/${pathSegment("id", id)}${path} never` as Route,
        { ...input },
        call,
      ) as Promise<unknown> as Promise<Answer>,
    health: (call) => send("GET /health global", {}, call),
  };
}

type Method<At extends Route> = (
  request?: Input<RouteNameOf<At>>,
  call?: CallOptions,
) => Promise<Output<RouteNameOf<At>>>;

type MethodsOf<Routes> = {
  readonly [Name in keyof Routes]: Routes[Name] extends Route
    ? Method<Routes[Name]>
    : MethodsOf<Routes[Name]>;
};

function methodsOf<Routes extends object>(
  table: Routes,
  method: (route: Route) => unknown,
): MethodsOf<Routes> {
  const methods = Object.entries(table).map(([name, of]: [string, Route | object]) => [
    name,
    typeof of === "string" ? method(of) : methodsOf(of, method),
  ]);
  return Object.fromEntries(methods) as MethodsOf<Routes>;
}

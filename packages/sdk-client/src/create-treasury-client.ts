import type { NamesOf } from "@agent-treasury/contract/names";
import type {
  Input,
  MachineActionAnswer,
  MachineActionRequest,
  Output,
  RouteNameAt,
  WorkspaceRequest,
} from "@agent-treasury/contract/wire";
import { pathSegment } from "./address.ts";
import type { PluginCallRequest } from "./calls/plugin-calls.ts";
import { checkOptions } from "./check-options.ts";
import { eachItem } from "./each-item.ts";
import { createFollow } from "./follow-turn.ts";
import type { CallOptions, TreasuryClientOptions } from "./options.ts";
import { createReplay } from "./replay.ts";
import type { NamedRoute, Route } from "./route.ts";
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

interface Acting extends WorkspaceRequest {
  readonly operator?: string | undefined;
}

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
  const replay = createReplay(open);
  const inWorkspace = <Request extends WorkspaceRequest>(request: Request): Request => ({
    ...request,
    workspaceId: request.workspaceId ?? options.workspaceId,
  });
  /** Adds the client's operator to a request. */
  const named = <Request extends Acting>(request: Request): Request => ({
    ...request,
    operator: request.operator ?? options.operator,
  });
  /** A method that adds the default workspace to its input. */
  const at =
    <At extends Exclude<Route, NamedRoute>>(route: At) =>
    (request?: Input<RouteNameAt<At>>, call?: CallOptions): Promise<Output<RouteNameAt<At>>> =>
      send(route, inWorkspace({ ...request }) as Input<RouteNameAt<At>>, call);
  /** A method that adds the client's operator too. */
  const by =
    <At extends NamedRoute>(route: At) =>
    (request: Input<RouteNameAt<At>>, call?: CallOptions): Promise<Output<RouteNameAt<At>>> =>
      send(route, named(inWorkspace(request as Acting)) as Input<RouteNameAt<At>>, call);
  const ledger = at("GET /treasury/ledger");
  const proposals = at("GET /treasury/proposals");
  const credentials = at("GET /treasury/credentials");
  const publications = at("GET /treasury/rules/history");
  const actions = at("GET /treasury/actions");
  const act = <Answer extends MachineActionAnswer>(
    id: string,
    action: Omit<MachineActionRequest, "id">,
    call?: CallOptions,
  ) => send("POST /agents/{id}", { ...action, id }, call) as Promise<Answer>;

  return {
    agent: {
      run: at("POST /agent"),
      stream: (request, call) => follow("POST /agent", inWorkspace(request), undefined, call),
      resume: at("POST /agent/resume"),
      streamResume: ({ after, ...request }, call) =>
        follow("POST /agent/resume", inWorkspace(request), after, call),
      watch: ({ turnId: id, after, ...request }, call) =>
        follow("GET /agent/turns/{id}/events", inWorkspace({ ...request, id }), after, call),
      events: ({ turnId: id, ...request }, call) =>
        send("GET /agent/turns/{id}/events", inWorkspace({ ...request, id }), call),
    },
    treasury: {
      state: at("GET /treasury"),
      budget: at("GET /treasury/budget"),
      ledger,
      proposals,
      eachEntry: eachItem(ledger, "entries"),
      eachProposal: eachItem(proposals, "proposals"),
      costs: at("GET /treasury/costs"),
      verify: at("GET /treasury/verify"),
      deposit: at("POST /treasury/deposit"),
      confirmDeposit: ({ sessionId, workspaceId }, call) =>
        send("GET /treasury/deposit", inWorkspace({ session_id: sessionId, workspaceId }), call),
      decide: by("POST /treasury/decide"),
      propose: at("POST /treasury/proposals"),
      fetchPaid: at("POST /treasury/paid-requests"),
      proposal: at("GET /treasury/proposals/{proposalId}"),
      resource: at("GET /treasury/proposals/{proposalId}/resource"),
      withdrawApproval: at("POST /treasury/proposals/{proposalId}/withdraw"),
      setBudget: at("POST /treasury/budget"),
      reset: at("POST /treasury/reset"),
    },
    rules: {
      current: at("GET /treasury/rules"),
      validate: at("POST /treasury/rules/validate"),
      publish: at("POST /treasury/rules"),
      history: publications,
      eachPublication: eachItem(publications, "publications"),
      read: at("GET /treasury/rules/{digest}"),
      rollBack: at("POST /treasury/rules/{digest}/publish"),
      replay: (request, call) => replay(inWorkspace({ ...request }), call),
      draft: at("GET /treasury/rules/draft"),
      saveDraft: at("POST /treasury/rules/draft"),
      write: at("POST /treasury/rules/write"),
      removeDraft: at("DELETE /treasury/rules/draft"),
    },
    receipts: {
      issue: at("GET /treasury/proposals/{proposalId}/receipt"),
      checkpoint: at("GET /treasury/checkpoint"),
      keys: (call) => send("GET /keys.json", {}, call),
    },
    tabs: {
      open: at("POST /treasury/tabs"),
      list: at("GET /treasury/tabs"),
      read: at("GET /treasury/tabs/{tabId}"),
      charges: at("GET /treasury/tabs/{tabId}/charges"),
      reserve: at("POST /treasury/tabs/{tabId}/reserve"),
      settle: at("POST /treasury/tabs/{tabId}/settle"),
      charge: at("POST /treasury/tabs/{tabId}/charge"),
      cancel: at("POST /treasury/tabs/{tabId}/cancel"),
      confirm: at("POST /treasury/tabs/{tabId}/confirm"),
      close: at("POST /treasury/tabs/{tabId}/close"),
      renew: at("POST /treasury/tabs/{tabId}/renew"),
    },
    refunds: {
      open: by("POST /treasury/refund-cases"),
      list: at("GET /treasury/refund-cases"),
      read: at("GET /treasury/refund-cases/{proposalId}"),
      askAgain: at("POST /treasury/refund-cases/{proposalId}/ask-again"),
      record: by("POST /treasury/refund-cases/{proposalId}/refund"),
      update: by("POST /treasury/refund-cases/{proposalId}"),
    },
    allocations: {
      list: at("GET /treasury/allocations"),
      set: at("POST /treasury/allocations"),
      archive: at("POST /treasury/allocations/{allocationId}/archive"),
    },
    payees: {
      list: at("GET /treasury/payees"),
      paidByPolicy: at("GET /treasury/payees/paid-by-policy"),
      add: by("POST /treasury/payees"),
      forget: by("POST /treasury/payees/{payeeId}/forget"),
    },
    standingApprovals: {
      list: at("GET /treasury/standing-approvals"),
      create: by("POST /treasury/standing-approvals"),
      revoke: by("POST /treasury/standing-approvals/{standingApprovalId}/revoke"),
    },
    actions: {
      list: actions,
      each: eachItem(actions, "actions"),
      decide: by("POST /treasury/actions/{actionId}/decide"),
    },
    freezes: {
      list: at("GET /treasury/freezes"),
      freeze: by("POST /treasury/freezes"),
      unfreeze: by("POST /treasury/unfreeze"),
      freezeAll: (request, call) => send("POST /treasury/freeze-all", named({ ...request }), call),
      unfreezeAll: (request, call) =>
        send("POST /treasury/unfreeze-all", named({ ...request }), call),
    },
    credentials: {
      issue: at("POST /treasury/credentials"),
      list: credentials,
      each: eachItem(credentials, "credentials"),
      revoke: at("POST /treasury/credentials/{credentialId}/revoke"),
    },
    passkeys: {
      list: at("GET /treasury/passkeys"),
      invite: at("POST /treasury/passkey-invitations"),
      begin: at("POST /treasury/passkey-registrations"),
      register: at("POST /treasury/passkeys"),
      challenge: at("POST /treasury/passkey-challenges"),
      remove: at("POST /treasury/passkeys/{passkeyId}/remove"),
    },
    machines: {
      list: (call) => send("GET /agents", {}, call),
      provision: at("POST /agents"),
      get: (id, call) => send("GET /agents/{id}", { id }, call),
      suspend: (id, call) => act(id, { action: "suspend" }, call),
      start: (id, call) => act(id, { action: "start" }, call),
      exec: (id, request, call) => act(id, { ...request, action: "exec" }, call),
      destroy: (id, call) => send("DELETE /agents/{id}", { id }, call),
    },
    rails: {
      list: (call) => send("GET /treasury/rails", {}, call),
      reconcile: (request, call) =>
        send("GET /treasury/rails/reconciliation", { ...request }, call),
    },
    inbox: (page, call) => send("GET /treasury/inbox", { ...page }, call),
    workspaces: (page, call) => send("GET /treasury/workspaces", { ...page }, call),
    plugin: <Answer extends object>(
      id: string,
      { method, path, input }: PluginCallRequest,
      call?: CallOptions,
    ) =>
      send(
        `${method} /plugins/${pathSegment("id", id)}${path}` as Route,
        inWorkspace({ ...input }),
        call,
      ) as Promise<unknown> as Promise<Answer>,
    health: (call) => send("GET /health", {}, call),
  };
}

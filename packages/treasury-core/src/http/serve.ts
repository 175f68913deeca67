import { type ErrorCode, type RouteName, routes } from "@agent-treasury/contract";
import { TreasuryError, type Clock, type Identifiers } from "@agent-treasury/provider";
import {
  mayHaveWritten,
  noEffects,
  type RequestEffects,
} from "../kernel/ledger/commit/request-effects.ts";
import type { AccessAction } from "./access-action.ts";
import { type AccessRules, authenticate, checkAccessIsChosen } from "./access.ts";
import {
  answer,
  answerAgent,
  answerFailure,
  answerFile,
  answerOptions,
  answerWith,
  type DraftAnswer,
  type ServiceAnswer,
  toTreasuryError,
} from "./answers.ts";
import { authorizeCall, isAllowed } from "./authorize-call.ts";
import { type BrowserGuard, corsForAll } from "./browser-rules.ts";
import type { FailureReport } from "./failure-log.ts";
import {
  type PluginMatch,
  requestAddress,
  type RouteMatch,
  routeMatcher,
  signedPathMatcher,
} from "./match-route.ts";
import type { AgentPrincipal } from "./outside-agent.ts";
import type { PluginOperation } from "./plugin-operation.ts";
import type { AuthenticateAgent, Principal } from "./principal.ts";
import { callerOf, checkRate } from "./rate-limit.ts";
import { readInput, readKeyedRequest } from "./read-input.ts";
import type { AnsweredRequest } from "./request-log.ts";
import {
  type Call,
  type CoreRoute,
  type Delivered,
  type Mount,
  type OperationName,
  type OperationTable,
  type RouteTable,
  type SignedRoute,
  type SignedRouteName,
  signedRouteNames,
} from "./route-table.ts";
import { servePlugin } from "./serve-plugin.ts";
import { isServiceFailure, withStorageRemedy } from "./service-failure.ts";
import type { ServiceRequest } from "./service-request.ts";
import { personIdOf } from "./signed-in-operator.ts";
import {
  acceptsJson,
  acceptsStream,
  answerByStream,
  lastEventIdOf,
} from "./stream/answer-by-stream.ts";
import type { OpenStreams } from "./stream/open-streams.ts";
import { takeDelivery } from "./take-delivery.ts";
import { unlessUnchanged } from "./unless-unchanged.ts";
import { withinBound } from "./within-bound.ts";

export interface HandlerContext {
  /** The framework's own request, passed to `authenticate`. */
  readonly native?: unknown;
  /** True if a parser consumed the body and its bytes were reconstructed. */
  readonly bodyWasRebuilt?: boolean;
  /** The path at which the adapter is mounted, for the message of a request at another one. */
  readonly mountPath?: string;
}

/** Handles every request below the base path. Never rejects. */
export type Serve = (request: ServiceRequest, context?: HandlerContext) => Promise<ServiceAnswer>;

export interface ServeDeps {
  readonly routes: RouteTable;
  readonly mounts: readonly Mount[];
  readonly plugins: readonly PluginOperation[];
  readonly basePath: string;
  readonly access: AccessRules;
  readonly authenticateAgent: AuthenticateAgent;
  readonly guard: BrowserGuard;
  /** Returns why access must be configured; null if it need not. */
  readonly accessRisk: () => string | null;
  readonly identifiers: Identifiers;
  readonly streams: OpenStreams;
  readonly isClosed: () => boolean;
  /** Receives unexpected failures. Must not throw. */
  readonly onFailure: (report: FailureReport) => void;
  /** Called after every response. Must not throw. */
  readonly onAnswered: ((answered: AnsweredRequest) => void) | null;
  readonly clock: Clock;
}

export function createServe(parts: ServeDeps): Serve {
  const match = routeMatcher(parts.basePath, parts.plugins);
  const isSigned = signedPathMatcher(parts.basePath, parts.plugins);
  const findMount = mountFinder(parts);
  return async (request, context = {}) => {
    const requestId = requestIdOf(request, parts.identifiers);
    const begun = parts.onAnswered === null ? 0 : parts.clock.monotonic();
    const effects = noEffects();
    let code: ErrorCode | null = null;
    let action: AccessAction | null = null;
    let answered: DraftAnswer;
    let isPublic = false;
    try {
      const { pathname } = requestAddress(request.url);
      const mount = findMount(pathname);
      isPublic = mount?.isPublic === true;
      // Deliveries are authenticated by their signature.
      if (!isPublic && !isSigned(request.method, pathname)) parts.guard.checkOrigin(request);
      if (request.method === "OPTIONS") {
        answered = answerOptions(requestId);
      } else if (mount !== undefined) {
        checkIsOpen(parts);
        parts.guard.checkHost(request);
        answered = await withinBound("mcp", effects, () =>
          mount.serve(request, { native: context.native, requestId }),
        );
      } else {
        const matched = match(request.method, pathname, context.mountPath);
        action = matched.name;
        checkIsOpen(parts);
        answered = await withinBound(matched.name, effects, () =>
          dispatch(parts, request, context, matched, requestId),
        );
      }
    } catch (error) {
      const known = toTreasuryError(error);
      const failure = withStorageRemedy(known, mayHaveChanged(request, action, effects));
      code = failure.code;
      if (isServiceFailure(known)) parts.onFailure({ requestId, action, error });
      answered = answerFailure(failure, requestId, action);
    }
    const cors = isPublic ? corsForAll : parts.guard.corsHeaders(request);
    answered.headers.push(...Object.entries(cors));
    const { status } = answered;
    const milliseconds = parts.onAnswered === null ? 0 : parts.clock.monotonic() - begun;
    parts.onAnswered?.({ requestId, action, status, code, milliseconds });
    return answered;
  };
}

function mountFinder({ mounts, basePath }: ServeDeps): (pathname: string) => Mount | undefined {
  const placed = mounts.map((mount): [path: string, mount: Mount] => [
    mount.isOfHost === true ? mount.path : basePath + mount.path,
    mount,
  ]);
  const exact = new Map(placed);
  const prefixes = placed.filter(([, { isPrefix }]) => isPrefix === true);
  return (pathname) =>
    exact.get(pathname) ?? prefixes.find(([path]) => pathname.startsWith(path))?.[1];
}

/** A confirmed deposit is credited by a GET, and commands of machines are not recorded. */
function mayHaveChanged(
  { method }: ServiceRequest,
  action: AccessAction | null,
  effects: RequestEffects,
): boolean {
  if (method === "GET" && action !== "confirmDeposit") return false;
  return mayHaveWritten(effects) || action === "actOnMachine" || action === "destroyMachine";
}

async function dispatch(
  deps: ServeDeps,
  request: ServiceRequest,
  context: HandlerContext,
  matched: RouteMatch | PluginMatch,
  requestId: string,
): Promise<DraftAnswer> {
  if ("plugin" in matched) return servePlugin(deps, request, context, matched, requestId);
  const { name, parameters } = matched;
  if (!isSignedRoute(name)) {
    return operate(deps, request, context, { name, parameters, requestId });
  }
  const route: SignedRoute<Delivered<unknown>> = deps.routes[name];
  const delivered = await takeDelivery(route, request, context.bodyWasRebuilt);
  return answerWith(delivered.headers ?? {}, answer(delivered.body, requestId));
}

function isSignedRoute(name: RouteName): name is SignedRouteName {
  return signedRouteNames.some((signed) => signed === name);
}

type Asked = RouteMatch & { readonly requestId: string };

function checkIsOpen({ isClosed }: ServeDeps): void {
  if (isClosed()) throw new TreasuryError("shutting_down", "The treasury is shutting down.");
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- It ties an operation to its own input.
async function operate<Name extends OperationName>(
  deps: ServeDeps,
  request: ServiceRequest,
  { native }: HandlerContext,
  asked: Asked & { readonly name: Name },
): Promise<DraftAnswer> {
  const { routes: table, access, accessRisk, authenticateAgent, guard } = deps;
  const { streams, clock, onFailure } = deps;
  const { name, requestId } = asked;
  const operations: OperationTable = table;
  const route: CoreRoute<Name> = operations[name];
  const open = routes[name].access === "public";
  if (!open) {
    guard.checkHost(request);
    checkAccessIsChosen(access, accessRisk);
  }
  const identify = async (): Promise<Principal> => {
    const agent = open ? null : await authenticateAgent(request, native);
    if (agent !== null) return { operator: null, agent };
    return { operator: open ? null : await authenticate(access, request, native) };
  };
  const principal = await identify();
  const { operator, agent = null } = principal;
  if (agent !== null) checkAgentMayCall(name, agent);
  const { input, refuseUnknown } = await readInput(request, asked, agent);
  if (name !== "readHealth") await checkRate(access.rateLimit, request, principal, name, input);
  const permission = open
    ? null
    : await authorizeCall(access, request, principal, name, route, input);
  refuseUnknown();
  const call: Call = {
    operator,
    agent,
    caller: callerOf(operator, native),
    get signal() {
      return request.signal;
    },
    keyed: readKeyedRequest(request, asked, principal, input),
    permission,
    isAllowed: (question) => isAllowed(access, request, principal, question),
    authenticateAgain: async () => checkIsSame(principal, await identify()),
  };
  const { watch } = route;
  if (watch !== undefined && acceptsStream(request)) {
    const report = (error: unknown): void => onFailure({ requestId, action: name, error });
    const after = lastEventIdOf(request);
    const onTurnFailure = (failure: TreasuryError): void => {
      if (isServiceFailure(failure)) report(failure);
    };
    return answerByStream(
      streams,
      (signal) => watch(input, call, { signal, after, onFailure: onTurnFailure }),
      { caller: call.caller, requestId, clock, report },
    );
  }
  const body = await route.run(input, call);
  const { file } = route;
  if (file !== undefined && !acceptsJson(request)) return answerFile(file(body), requestId);
  const answered = agent === null ? answer(body, requestId) : answerAgent(body, requestId);
  return unlessUnchanged(request, answered);
}

/** @throws TreasuryError `unauthenticated`. */
function checkIsSame(before: Principal, after: Principal): void {
  if (identityOf(before) === identityOf(after)) return;
  throw new TreasuryError("unauthenticated", "The credential is another caller's now.");
}

function identityOf({ operator, agent }: Principal): string {
  const person = operator && personIdOf(operator);
  return JSON.stringify([person, agent?.workspaceId, agent?.id, agent?.credentialId]);
}

/** Independent of `authorize`, so that no mistake there lets an agent decide. */
function checkAgentMayCall(name: RouteName, { isMeter }: AgentPrincipal): void {
  const { agents, meters } = routes[name];
  if ((isMeter === true ? meters : agents) === true) return;
  if (isMeter === true) {
    throw new TreasuryError(
      "forbidden",
      "Meters can only read tabs, and reserve, settle, charge and cancel on them.",
    );
  }
  throw new TreasuryError(
    "forbidden",
    "Agents cannot use this operation. They can read their budget, propose spends, open and charge tabs, read their own proposals and freeze themselves.",
  );
}

/** Accepts the caller's id if it is safe to log. */
function requestIdOf({ headers }: ServiceRequest, identifiers: Identifiers): string {
  const given = headers.get("x-request-id");
  return given !== null && /^[\w.-]{1,64}$/.test(given) ? given : `req_${identifiers.random()}`;
}

import type { ErrorCode } from "@agent-treasury/contract";
import { type Identifiers, TreasuryError } from "@agent-treasury/provider";
import {
  mayHaveWritten,
  noEffects,
  type RequestEffects,
} from "../kernel/ledger/commit/request-effects.ts";
import type { AccessAction } from "./access-action.ts";
import {
  answer,
  answerFailure,
  answerOptions,
  answerWith,
  type DraftAnswer,
  type ServiceAnswer,
  toTreasuryError,
} from "./answers.ts";
import { corsForAll } from "./browser-rules.ts";
import {
  type PluginMatch,
  requestAddress,
  type RouteMatch,
  routeMatcher,
  signedPathMatcher,
} from "./match-route.ts";
import { operate, type OperateDeps } from "./operate.ts";
import type { PluginOperation } from "./plugin-operation.ts";
import type { AnsweredRequest } from "./request-log.ts";
import { type Delivered, isOperation, type Mount, type SignedRoute } from "./route-table.ts";
import { servePlugin } from "./serve-plugin.ts";
import { isServiceFailure, withStorageRemedy } from "./service-failure.ts";
import type { HandlerContext, ServiceRequest } from "./service-request.ts";
import { takeDelivery } from "./take-delivery.ts";
import { withinBound } from "./within-bound.ts";

/** Handles every request below the base path. Never rejects. */
export type Serve = (request: ServiceRequest, context?: HandlerContext) => Promise<ServiceAnswer>;

export interface ServeDeps extends OperateDeps {
  readonly mounts: readonly Mount[];
  readonly plugins: readonly PluginOperation[];
  readonly basePath: string;
  readonly identifiers: Identifiers;
  readonly isClosed: () => boolean;
  /** Called after every response. Must not throw. */
  readonly onAnswered: ((answered: AnsweredRequest) => void) | null;
}

export function createServe(parts: ServeDeps): Serve {
  const match = routeMatcher(parts.basePath, parts.plugins);
  const isSigned = signedPathMatcher(parts.basePath, parts.plugins);
  const findMount = mountFinder(parts);
  return async (request, context = {}) => {
    const requestId = requestIdOf(request, parts.identifiers);
    const begun = parts.clock.monotonic();
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
    const { onAnswered, clock } = parts;
    onAnswered?.({ requestId, action, status, code, milliseconds: clock.monotonic() - begun });
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
  if (isOperation(name)) {
    return operate(deps, request, context, { name, parameters, requestId });
  }
  const route: SignedRoute<Delivered<unknown>> = deps.routes[name];
  const delivered = await takeDelivery(route, request, context.bodyWasRebuilt);
  return answerWith(delivered.headers ?? {}, answer(delivered.body, requestId));
}

function checkIsOpen({ isClosed }: ServeDeps): void {
  if (isClosed()) throw new TreasuryError("shutting_down", "The treasury is shutting down.");
}

/** Accepts the caller's id if it is safe to log. */
function requestIdOf({ headers }: ServiceRequest, identifiers: Identifiers): string {
  const given = headers.get("x-request-id");
  return given !== null && /^[\w.-]{1,64}$/.test(given) ? given : `req_${identifiers.random()}`;
}

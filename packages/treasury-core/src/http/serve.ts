import { type ErrorCode, type RouteName, routes } from "@agent-treasury/contract";
import { TreasuryError, type Clock, type Identifiers } from "@agent-treasury/provider";
import { checkAccessIsChosen } from "./access-choice.ts";
import { type AccessRules, authenticate } from "./access.ts";
import {
  answer,
  answerFailure,
  answerOptions,
  type DraftAnswer,
  type ServiceAnswer,
  toTreasuryError,
} from "./answers.ts";
import { authorizeCall, isAllowed } from "./authorize-call.ts";
import type { BrowserGuard } from "./browser-rules.ts";
import type { FailureReport } from "./failure-log.ts";
import { type RouteMatch, requestAddress, routeMatcher } from "./match-route.ts";
import { callerOf, checkRate } from "./rate-limit.ts";
import { readInput, readKeyedRequest } from "./read-input.ts";
import type { AnsweredRequest } from "./request-log.ts";
import type {
  Call,
  CoreRoute,
  Mount,
  OperationName,
  OperationTable,
  RouteTable,
} from "./route-table.ts";
import type { ServiceRequest } from "./service-request.ts";
import { acceptsStream, answerByStream, lastEventIdOf } from "./stream/answer-by-stream.ts";
import type { OpenStreams } from "./stream/open-streams.ts";
import { takeDelivery } from "./take-delivery.ts";

/** What a framework can tell beside the request. */
export interface HandlerContext {
  /** The framework's own request, passed on to `authenticate`. */
  readonly native?: unknown;
  /** True when a parser read the body, and its bytes are made anew from what the parser made of them. */
  readonly bodyWasRebuilt?: boolean;
}

/** Answers every request below the base path. Never rejects. */
export type Serve = (request: ServiceRequest, context?: HandlerContext) => Promise<ServiceAnswer>;

/** What serves is made of. */
export interface ServeParts {
  readonly routes: RouteTable;
  readonly mounts: readonly Mount[];
  readonly basePath: string;
  readonly access: AccessRules;
  readonly guard: BrowserGuard;
  /** The reason why the deployment must choose how callers get access; null while it need not. */
  readonly accessRisk: () => string | null;
  readonly identifiers: Identifiers;
  readonly streams: OpenStreams;
  /** Whether the service takes no more requests. */
  readonly isClosed: () => boolean;
  /**
   * Called with every failure of status 500 and above, except refusals while it closes or under load, and
   * proposals that do not exist; it must not throw.
   */
  readonly onFailure: (report: FailureReport) => void;
  /** Called after every response; null to skip. It must not throw. */
  readonly onAnswered: ((answered: AnsweredRequest) => void) | null;
  readonly clock: Clock;
}

/** Serves: request → route → access → input → operation → answer. */
export function createServe(parts: ServeParts): Serve {
  const match = routeMatcher(parts.basePath);
  const webhookPath = parts.basePath + routes.receiveWebhook.path;
  const mounts = new Map(parts.mounts.map((mount) => [parts.basePath + mount.path, mount]));
  return async (request, context = {}) => {
    const requestId = requestIdOf(request, parts.identifiers);
    const begun = parts.onAnswered === null ? 0 : parts.clock.monotonic();
    let code: ErrorCode | null = null;
    let action: RouteName | null = null;
    let answered: DraftAnswer;
    try {
      const { pathname } = requestAddress(request.url);
      const mount = mounts.get(pathname);
      // The sender of a webhook delivery is known by its signature alone.
      if (pathname !== webhookPath) parts.guard.checkOrigin(request);
      if (request.method === "OPTIONS") {
        answered = answerOptions(requestId);
      } else if (mount !== undefined) {
        checkIsOpen(parts);
        parts.guard.checkHost(request);
        answered = await mount.serve(request, { native: context.native, requestId });
      } else {
        const { name, parameters } = match(request.method, pathname);
        action = name;
        checkIsOpen(parts);
        answered =
          name === "receiveWebhook"
            ? answer(
                await takeDelivery(parts.routes.receiveWebhook, request, context.bodyWasRebuilt),
                requestId,
              )
            : await operate(parts, request, context, { name, parameters, requestId });
      }
    } catch (error) {
      const failure = toTreasuryError(error);
      code = failure.code;
      if (isWorthTelling(failure)) parts.onFailure({ requestId, action, error });
      answered = answerFailure(failure, requestId);
    }
    answered.headers.push(...Object.entries(parts.guard.corsHeaders(request)));
    const { status } = answered;
    const milliseconds = parts.onAnswered === null ? 0 : parts.clock.monotonic() - begun;
    parts.onAnswered?.({ requestId, action, status, code, milliseconds });
    return answered;
  };
}

/**
 * Not failures of the service, whatever their status: refusals while it closes or under load, which
 * callers can cause by the thousand, and a caller's mistake.
 */
const expectedCodes: readonly ErrorCode[] = ["shutting_down", "service_busy", "proposal_not_found"];

/** Whether the deployment is to be notified of a failure. */
function isWorthTelling({ status, code }: TreasuryError): boolean {
  return status >= 500 && !expectedCodes.includes(code);
}

/** A route, and the id under which its request is known. */
type Asked = RouteMatch & { readonly requestId: string };

function checkIsOpen({ isClosed }: ServeParts): void {
  if (isClosed()) throw new TreasuryError("shutting_down", "The treasury is shutting down.");
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- It ties an operation to its own input.
async function operate<Name extends OperationName>(
  { routes: table, access, accessRisk, guard, streams, clock, onFailure }: ServeParts,
  request: ServiceRequest,
  { native }: HandlerContext,
  asked: Asked & { readonly name: Name },
): Promise<DraftAnswer> {
  const { name, requestId } = asked;
  const operations: OperationTable = table;
  const route: CoreRoute<Name> = operations[name];
  const open = routes[name].access === "public";
  if (!open) {
    guard.checkHost(request);
    checkAccessIsChosen(access, accessRisk);
  }
  const operator = open ? null : await authenticate(access, request, native);
  const input = await readInput(request, asked);
  if (name !== "readHealth") await checkRate(access.rateLimit, request, { operator }, name, input);
  const permission = open
    ? null
    : await authorizeCall(access, request, operator, name, route, input);
  const call: Call = {
    operator,
    caller: callerOf(operator, native),
    get signal() {
      return request.signal;
    },
    keyed: readKeyedRequest(request, asked, operator, input),
    permission,
    isAllowed: (question) => isAllowed(access, request, operator, question),
  };
  const { watch } = route;
  if (watch !== undefined && acceptsStream(request)) {
    const report = (error: unknown): void => onFailure({ requestId, action: name, error });
    const after = lastEventIdOf(request);
    const onTurnFailure = (failure: TreasuryError): void => {
      if (isWorthTelling(failure)) report(failure);
    };
    return answerByStream(
      streams,
      (signal) => watch(input, call, { signal, after, onFailure: onTurnFailure }),
      { requestId, clock, report },
    );
  }
  return answer(await route.run(input, call), requestId);
}

/** The caller's own id of a request when it is harmless in a log, a new one otherwise. */
function requestIdOf({ headers }: ServiceRequest, identifiers: Identifiers): string {
  const given = headers.get("x-request-id");
  return given !== null && /^[\w.-]{1,64}$/.test(given) ? given : `req_${identifiers.random()}`;
}

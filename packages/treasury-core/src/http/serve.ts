import { type Output, type RouteName, routes } from "@agent-treasury/contract";
import { TreasuryError } from "../errors.ts";
import type { Identifiers } from "../ports/identifiers.ts";
import { checkAccessIsChosen, isProduction } from "./access-choice.ts";
import { type AccessRules, authenticate } from "./access.ts";
import {
  type DraftAnswer,
  answer,
  answerFailure,
  answerOptions,
  toTreasuryError,
} from "./answers.ts";
import { authorizeCall, mayReadMachine } from "./authorize-call.ts";
import type { BrowserGuard } from "./browser-rules.ts";
import type { FailureReport } from "./failure-log.ts";
import { readKeyedRequest } from "./idempotency-key.ts";
import { type RouteMatch, routeMatcher } from "./match-route.ts";
import {
  type Call,
  type Operation,
  type OperationName,
  type Service,
  operations,
} from "./operations.ts";
import { readInput } from "./read-input.ts";
import { requestAddress } from "./request-address.ts";
import { requestIdOf } from "./request-id.ts";
import type { ServiceAnswer } from "./service-answer.ts";
import type { ServiceRequest } from "./service-request.ts";
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
  readonly service: Service;
  readonly basePath: string;
  readonly access: AccessRules;
  readonly guard: BrowserGuard;
  readonly identifiers: Identifiers;
  /** Whether the service takes no more requests. */
  readonly isClosed: () => boolean;
  /** Told of every failure of status 500 and above; it must not throw. */
  readonly onFailure: (report: FailureReport) => void;
}

/** Serves: request → route → access → input → operation → answer. */
export function createServe(parts: ServeParts): Serve {
  const match = routeMatcher(parts.basePath);
  const webhookPath = parts.basePath + routes.receiveWebhook.path;
  return async (request, context = {}) => {
    const requestId = requestIdOf(request, parts.identifiers);
    let action: RouteName | null = null;
    let answered: DraftAnswer;
    try {
      const { pathname } = requestAddress(request.url);
      // Whoever sends to the webhook is known by the signature alone.
      if (pathname !== webhookPath) parts.guard.checkOrigin(request);
      if (request.method === "OPTIONS") {
        answered = answerOptions(requestId);
      } else {
        const route = match(request.method, pathname);
        action = route.name;
        answered = answer(await perform(parts, request, context, route), requestId);
      }
    } catch (error) {
      const failure = toTreasuryError(error);
      if (failure.status >= 500) parts.onFailure({ requestId, action, error });
      answered = answerFailure(failure, requestId);
    }
    answered.headers.push(...Object.entries(parts.guard.corsHeaders(request)));
    return answered;
  };
}

async function perform(
  parts: ServeParts,
  request: ServiceRequest,
  context: HandlerContext,
  { name, ...route }: RouteMatch,
): Promise<Output<RouteName>> {
  if (parts.isClosed()) throw new TreasuryError("shutting_down", "The treasury is shutting down.");
  return name === "receiveWebhook"
    ? takeDelivery(parts.service, request, context.bodyWasRebuilt ?? false)
    : operate(parts, request, context, { ...route, name });
}

async function operate<Name extends OperationName>(
  { service, access, guard }: ServeParts,
  request: ServiceRequest,
  { native }: HandlerContext,
  route: RouteMatch & { readonly name: Name },
): Promise<Output<Name>> {
  const open = route.name === "readHealth";
  if (!open) {
    guard.checkHost(request);
    checkAccessIsChosen(access, service, isProduction);
  }
  const operator = open ? null : await authenticate(access, request, native);
  const input = await readInput(request, route);
  await authorizeCall(access, service, operator, route.name, input);
  const call: Call = {
    operator,
    get signal() {
      return request.signal;
    },
    keyed: readKeyedRequest(request, route, operator, input),
    mayRead: (machine) => mayReadMachine(access, operator, machine),
  };
  const operation: Operation<Name> = operations[route.name];
  return operation(service, input, call);
}

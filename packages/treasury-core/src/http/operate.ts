import { type ParsedInput, type RouteName, routes } from "@agent-treasury/contract";
import { type Clock, isTreasuryError, TreasuryError } from "@agent-treasury/provider";
import type { DecisionPermission } from "../kernel/spends/decide.ts";
import { type AccessRules, authenticate, authorize, checkAccessIsChosen } from "./access.ts";
import {
  answer,
  answerAgent,
  answerFile,
  answerFileInJson,
  type DraftAnswer,
  unlessUnchanged,
} from "./answers.ts";
import type { BrowserGuard } from "./browser-rules.ts";
import type { FailureReport } from "./failure-log.ts";
import type { RouteMatch } from "./match-route.ts";
import type { AgentPrincipal } from "./outside-agent.ts";
import type { AuthenticateAgent, Principal } from "./principal.ts";
import { callerOf, checkRate } from "./rate-limit.ts";
import { readInput, readKeyedRequest } from "./read-input.ts";
import type {
  Ask,
  Call,
  Operation,
  OperationName,
  OperationTable,
  RouteTable,
} from "./route-table.ts";
import { ServedFile } from "./served-file.ts";
import { isServiceFailure } from "./service-failure.ts";
import type { HandlerContext, ServiceRequest } from "./service-request.ts";
import { personIdOf } from "./signed-in-operator.ts";
import {
  acceptsJson,
  acceptsStream,
  answerByStream,
  lastEventIdOf,
} from "./stream/answer-by-stream.ts";
import type { OpenStreams } from "./stream/open-streams.ts";
import { workspaceIn } from "./workspace-id.ts";

export interface OperateDeps {
  readonly routes: RouteTable;
  readonly access: AccessRules;
  readonly authenticateAgent: AuthenticateAgent;
  readonly guard: BrowserGuard;
  /** Returns why access must be configured; null if it need not. */
  readonly accessRisk: () => string | null;
  readonly streams: OpenStreams;
  /** Receives unexpected failures. Must not throw. */
  readonly onFailure: (report: FailureReport) => void;
  readonly clock: Clock;
}

type Asked = RouteMatch & { readonly requestId: string };

/** Runs one operation: authenticates, parses, authorizes, and responds with JSON, a file or a stream. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- It ties an operation to its own input.
export async function operate<Name extends OperationName>(
  deps: OperateDeps,
  request: ServiceRequest,
  { native }: HandlerContext,
  asked: Asked & { readonly name: Name },
): Promise<DraftAnswer> {
  const { routes: table, access, accessRisk, authenticateAgent, guard } = deps;
  const { streams, clock, onFailure } = deps;
  const { name, requestId } = asked;
  const operations: OperationTable = table;
  const route: Operation<Name> = operations[name];
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
  const ask: Ask = (question) => authorize(access, request, { ...principal, ...question });
  const isAuthorized = !open && access.authorize !== undefined;
  const permission = isAuthorized ? await authorizeCall(name, route, input, ask) : null;
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
    isAllowed: (question) => isAllowed(ask(question)),
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
  const body: unknown = await route.run(input, call);
  if (body instanceof ServedFile) {
    return acceptsJson(request) ? answerFileInJson(body, requestId) : answerFile(body, requestId);
  }
  const answered = agent === null ? answer(body, requestId) : answerAgent(body, requestId);
  return unlessUnchanged(request, answered);
}

/** Returns the permission for a decision, and null otherwise. */
async function authorizeCall<Name extends OperationName>(
  action: Name,
  route: Operation<Name>,
  input: ParsedInput<Name>,
  ask: Ask,
): Promise<DecisionPermission | null> {
  if (route.authorize !== undefined) return (await route.authorize(input, ask)) ?? null;
  await ask({ action, workspaceId: workspaceIn(input) });
  return null;
}

async function isAllowed(asking: Promise<void>): Promise<boolean> {
  try {
    await asking;
    return true;
  } catch (error) {
    if (isTreasuryError(error) && error.code === "forbidden") return false;
    throw error;
  }
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

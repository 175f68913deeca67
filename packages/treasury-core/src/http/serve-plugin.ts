import { TreasuryError } from "@agent-treasury/provider";
import {
  authenticate,
  authorize,
  authorizePlugin,
  checkAccessIsChosen,
  checkPluginsAreAllowed,
} from "./access.ts";
import { answer, answerText, type DraftAnswer } from "./answers.ts";
import type { PluginMatch } from "./match-route.ts";
import type { OperateDeps } from "./operate.ts";
import type { CalledOperation } from "./plugin-operation.ts";
import type { Principal } from "./principal.ts";
import { checkRate } from "./rate-limit.ts";
import { parseInput, readFields } from "./read-input.ts";
import type { HandlerContext, ServiceRequest } from "./service-request.ts";
import { takeDelivery } from "./take-delivery.ts";

/** Serves a route of a plugin or a channel, with the checks of any other operation. */
export async function servePlugin(
  deps: OperateDeps,
  request: ServiceRequest,
  context: HandlerContext,
  { plugin, parameters }: PluginMatch,
  requestId: string,
): Promise<DraftAnswer> {
  if (plugin.kind === "called") {
    return answer(await call(deps, request, context, plugin, parameters), requestId);
  }
  const route = {
    check: plugin.check,
    receive: (delivery: Parameters<typeof plugin.receive>[0]) =>
      plugin.receive(delivery, parameters, request),
  };
  const received = await takeDelivery(route, request, context.bodyWasRebuilt);
  return plugin.sendsText === true && typeof received === "string"
    ? answerText(received, requestId)
    : answer(received, requestId);
}

async function call(
  { access, accessRisk, authenticateAgent, guard }: OperateDeps,
  request: ServiceRequest,
  { native }: HandlerContext,
  { action, method, fields: known, parse, run }: CalledOperation,
  parameters: PluginMatch["parameters"],
): Promise<unknown> {
  guard.checkHost(request);
  checkAccessIsChosen(access, accessRisk);
  // Independent of `authorize`, as for other operations that agents cannot use.
  if ((await authenticateAgent(request, native)) !== null) {
    throw new TreasuryError("forbidden", "Agents cannot use routes of plugins.");
  }
  const operator = await authenticate(access, request, native);
  checkPluginsAreAllowed(access, action);
  const principal: Principal = { operator };
  const fields = { ...(await readFields(request, method, known)), ...parameters };
  const { workspaceId: given, ...rest } = fields as { readonly workspaceId?: unknown };
  const { workspaceId } = parseInput("readTreasury", { workspaceId: given });
  const input = await parse(rest);
  await checkRate(access.rateLimit, request, principal, action, { workspaceId });
  await authorizePlugin(access, request, { ...principal, action, workspaceId });
  return run(input, {
    principal,
    workspaceId,
    get signal() {
      return request.signal;
    },
    ask: (question) => authorize(access, request, { ...principal, ...question }),
  });
}

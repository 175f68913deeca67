import { requestLimits } from "@agent-treasury/contract";
import {
  TreasuryError,
  isTreasuryError,
  type McpServer,
  type McpTasks,
  type McpTool,
} from "@agent-treasury/provider";
import { type AccessRules, authorize } from "../../http/access.ts";
import type { DraftAnswer } from "../../http/answers.ts";
import type { AgentPrincipal } from "../../http/outside-agent.ts";
import type { AuthenticateAgent } from "../../http/principal.ts";
import { checkRate } from "../../http/rate-limit.ts";
import { wholeBody } from "../../http/read-input.ts";
import type { Mount } from "../../http/route-table.ts";
import { type ServiceRequest, withSignal } from "../../http/service-request.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { checkAgentsAreKeptApart, type Challenge, noAgent } from "../external-agents/index.ts";

/** These headers are not forwarded: credentials, and those of the body as it was sent. */
const keptBack = [
  "authorization",
  "cookie",
  "content-length",
  "content-encoding",
  "transfer-encoding",
];

const stream = "text/event-stream";

/** The SDK validates each field several times. */
const maximumBodyBytes = 65_536;
const maximumFields = 10 * requestLimits.bodyFields;
/** Too short for an object with too many fields, each of which takes five bytes or more. */
const shortBytes = 5 * requestLimits.bodyFields;

export interface McpDeps {
  readonly server: McpServer;
  readonly access: AccessRules;
  readonly authenticateAgent: AuthenticateAgent;
  /** The address of the OAuth metadata; null without authorization servers. */
  readonly metadataUrl: string | null;
  readonly tools: (agent: AgentPrincipal) => Promise<readonly McpTool[]>;
  /** @param isAdmitted - whether the request would be accepted again. */
  readonly tasks: (agent: AgentPrincipal, isAdmitted: () => Promise<boolean>) => McpTasks;
  /** @throws TreasuryError `rate_limited`. */
  readonly count: (agent: AgentPrincipal) => void;
}

/**
 * Only the credential determines the agent and the workspace.
 *
 * @throws TreasuryError `access_not_chosen`, `method_not_allowed`, `unauthenticated`,
 * `rate_limited`, `forbidden`, and errors of reading the body.
 */
export async function serveMcp(
  { server, access, authenticateAgent, metadataUrl, tools, tasks, count }: McpDeps,
  request: ServiceRequest,
  { native, requestId }: Parameters<Mount["serve"]>[1],
): Promise<DraftAnswer> {
  checkAgentsAreKeptApart(access);
  if (request.method !== "POST") {
    // GET and DELETE are for sessions, which are not supported.
    throw new TreasuryError("method_not_allowed", `This path does not support ${request.method}.`, {
      headers: { allow: "POST, OPTIONS" },
    });
  }
  const identify = async (): Promise<AgentPrincipal> => {
    const agent = await authenticateAgent(request, native);
    if (agent?.isMeter === true) {
      throw new TreasuryError(
        "forbidden",
        "Meters cannot use MCP. They report costs of tabs by HTTP.",
      );
    }
    if (agent !== null) return agent;
    throw noAgent("The request has no valid agent credential.", { isInvalid: false });
  };
  const admit = (agent: AgentPrincipal): Promise<void> => {
    const { workspaceId } = agent;
    return authorize(access, request, { operator: null, agent, action: "mcp", workspaceId });
  };
  const agent = await identify().catch((error: unknown) => {
    const isInvalid = (request.headers.get("authorization") ?? "") !== "";
    throw withChallenge(error, { isInvalid, metadataUrl });
  });
  count(agent);
  await checkRate(access.rateLimit, request, { operator: null, agent }, "mcp", agent);
  await admit(agent);
  const isAdmitted = async (): Promise<boolean> => {
    try {
      const again = await identify();
      await admit(again);
      return again.id === agent.id && again.workspaceId === agent.workspaceId;
    } catch {
      return false;
    }
  };
  const forwarded = await forward(request);
  const response = await server.answer(forwarded, await tools(agent), tasks(agent, isAdmitted));
  return answerOf(response, requestId);
}

async function forward(request: ServiceRequest): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of request.headers.entries()) {
    if (!keptBack.includes(name)) headers.append(name, value);
  }
  const body = new Uint8Array(await wholeBody(request, maximumBodyBytes));
  checkFields(body);
  const forwarded = new Request(request.url, { method: "POST", headers, body });
  return withSignal(forwarded, () => request.signal);
}

/**
 * Bounds the fields of each object, and those of the message at all depths.
 *
 * @throws TreasuryError `invalid_request`.
 */
function checkFields(body: Uint8Array): void {
  if (body.byteLength <= shortBytes) return;
  const values = [jsonOf(body)];
  let total = 0;
  for (let value = values.pop(); value !== undefined; value = values.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const fields: readonly unknown[] = Object.values(value);
    total += fields.length;
    const isWide = !Array.isArray(value) && fields.length > requestLimits.bodyFields;
    if (isWide || total > maximumFields) throw tooManyFields();
    for (const field of fields) values.push(field);
  }
}

/** Undefined if it is not JSON, which the SDK answers. */
function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

function tooManyFields(): TreasuryError {
  return invalidRequest(`The request has more than ${requestLimits.bodyFields} fields.`);
}

async function answerOf(response: Response, requestId: string): Promise<DraftAnswer> {
  const { status } = response;
  const type = response.headers.get("content-type") ?? "application/json";
  const isStream = type.startsWith(stream);
  return {
    status,
    headers: [
      ["content-type", type],
      // Also disables compression and proxy buffering of streams.
      ["cache-control", isStream ? "no-store, no-transform" : "no-store"],
      ...(isStream ? [["x-accel-buffering", "no"] as const] : []),
      ["x-content-type-options", "nosniff"],
      ["x-request-id", requestId],
    ],
    body: isStream ? response.body : await response.text(),
  };
}

/** Names the metadata, by which clients find the authorization servers. */
function withChallenge(error: unknown, challenge: Challenge): unknown {
  if (!isTreasuryError(error) || error.code !== "unauthenticated") return error;
  return noAgent(error.message, challenge, error);
}

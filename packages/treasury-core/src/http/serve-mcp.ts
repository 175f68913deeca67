import { TreasuryError, isTreasuryError, type McpServer } from "@agent-treasury/provider";
import { mcpTools } from "../mcp/mcp-tools.ts";
import { type OutsideAgent, checkOutsideAgent } from "../mcp/outside-agent.ts";
import type { Engine } from "../treasury/engine.ts";
import { checkAccessIsChosen } from "./access-choice.ts";
import { type AccessRules, type AuthenticationInput, authorize } from "./access.ts";
import type { DraftAnswer } from "./answers.ts";
import { checkRate } from "./rate-limit.ts";
import { wholeBody } from "./read-input.ts";
import type { Mount } from "./route-table.ts";
import { type ServiceRequest, withRequest } from "./service-request.ts";

export interface McpOptions {
  /** `mcpServer()` of `@agent-treasury/mcp`. */
  readonly server: McpServer;
  /**
   * Returns the agent of a request, or null to reject it. Usually `agentTokens`. Operators'
   * credentials are separate.
   */
  readonly authenticate: (
    input: AuthenticationInput,
  ) => OutsideAgent | null | Promise<OutsideAgent | null>;
}

/** These headers are not forwarded: credentials, and the length of another body. */
const keptBack = ["authorization", "cookie", "content-length"];

/** External agents could approve their own proposals without authentication. */
const openToAgents =
  "External agents may propose spends, and could also approve them because authentication is not configured.";

/**
 * Only the credential determines the agent and the workspace.
 *
 * @throws TreasuryError `access_not_chosen`, `method_not_allowed`, `unauthenticated`,
 * `rate_limited`, `forbidden`, and errors of reading the body.
 */
export async function serveMcp(
  engine: Engine,
  { server, authenticate }: McpOptions,
  access: AccessRules,
  request: ServiceRequest,
  { native, requestId }: Parameters<Mount["serve"]>[1],
): Promise<DraftAnswer> {
  checkAccessIsChosen(access, () => openToAgents);
  if (request.method !== "POST") {
    // GET and DELETE are for streams and sessions, which are not supported.
    throw new TreasuryError("method_not_allowed", `This path does not support ${request.method}.`, {
      headers: { allow: "POST, OPTIONS" },
    });
  }
  const agent = await agentOf(authenticate, withRequest({ native }, request));
  const { workspaceId } = agent;
  await checkRate(access.rateLimit, request, { operator: null, agent }, "mcp", agent);
  await authorize(access, request, { operator: null, agent, action: "mcp", workspaceId });
  const headers = new Headers(request.toRequest().headers);
  for (const name of keptBack) headers.delete(name);
  const bytes = await wholeBody(request);
  const { signal } = request;
  const body = new Uint8Array(bytes);
  const passedOn = new Request(request.url, { method: "POST", headers, body, signal });
  const response = await server.answer(passedOn, mcpTools(engine, agent));
  return {
    status: response.status,
    headers: [
      ["content-type", response.headers.get("content-type") ?? "application/json"],
      ["cache-control", "no-store"],
      ["x-content-type-options", "nosniff"],
      ["x-request-id", requestId],
    ],
    body: await response.text(),
  };
}

async function agentOf(
  authenticate: McpOptions["authenticate"],
  input: AuthenticationInput,
): Promise<OutsideAgent> {
  // Untyped apps may return undefined.
  let agent: OutsideAgent | null | undefined;
  try {
    agent = await authenticate(input);
  } catch (cause) {
    if (isTreasuryError(cause)) throw cause;
    throw denied("The credential could not be verified.", cause);
  }
  if (agent === null || agent === undefined)
    throw denied("The request has no valid agent credential.");
  return checkOutsideAgent(agent);
}

function denied(message: string, cause?: unknown): TreasuryError {
  const headers = { "www-authenticate": 'Bearer realm="agent-treasury"' };
  return new TreasuryError("unauthenticated", message, { headers, cause });
}

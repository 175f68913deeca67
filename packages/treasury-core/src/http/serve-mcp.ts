import { TreasuryError, type McpTool } from "@agent-treasury/provider";
import type { AgentPrincipal } from "../principals/agent-principal.ts";
import { noAgent } from "../principals/no-agent.ts";
import { type AccessRules, authorize } from "./access.ts";
import type { DraftAnswer } from "./answers.ts";
import { type AuthenticateAgent, checkAgentsAreKeptApart } from "./authenticate-agent.ts";
import type { McpOptions } from "./mcp-options.ts";
import { checkRate } from "./rate-limit.ts";
import { wholeBody } from "./read-input.ts";
import type { Mount } from "./route-table.ts";
import type { ServiceRequest } from "./service-request.ts";

/** These headers are not forwarded: credentials, and the length of another body. */
const keptBack = ["authorization", "cookie", "content-length"];

/**
 * Only the credential determines the agent and the workspace.
 *
 * @throws TreasuryError `access_not_chosen`, `method_not_allowed`, `unauthenticated`,
 * `rate_limited`, `forbidden`, and errors of reading the body.
 */
export async function serveMcp(
  toolsOf: (agent: AgentPrincipal) => readonly McpTool[],
  { server }: McpOptions,
  authenticateAgent: AuthenticateAgent,
  access: AccessRules,
  request: ServiceRequest,
  { native, requestId }: Parameters<Mount["serve"]>[1],
): Promise<DraftAnswer> {
  checkAgentsAreKeptApart(access);
  if (request.method !== "POST") {
    // GET and DELETE are for streams and sessions, which are not supported.
    throw new TreasuryError("method_not_allowed", `This path does not support ${request.method}.`, {
      headers: { allow: "POST, OPTIONS" },
    });
  }
  const agent = await authenticateAgent(request, native);
  if (agent === null) throw noAgent("The request has no valid agent credential.");
  const { workspaceId } = agent;
  await checkRate(access.rateLimit, request, { operator: null, agent }, "mcp", agent);
  await authorize(access, request, { operator: null, agent, action: "mcp", workspaceId });
  const headers = new Headers(request.toRequest().headers);
  for (const name of keptBack) headers.delete(name);
  const bytes = await wholeBody(request);
  const { signal } = request;
  const body = new Uint8Array(bytes);
  const passedOn = new Request(request.url, { method: "POST", headers, body, signal });
  const response = await server.answer(passedOn, toolsOf(agent));
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

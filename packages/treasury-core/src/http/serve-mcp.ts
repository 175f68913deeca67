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

/** Lets agents from elsewhere in, by credentials of their own. */
export interface McpOptions {
  /** Speaks the protocol: `mcpServer()` of `@agent-treasury/mcp`. */
  readonly server: McpServer;
  /**
   * Names the agent of a request and its workspace; null denies it. `agentTokens` makes one. An
   * operator's credential is no agent's, and the other way round, unless this says so.
   */
  readonly authenticate: (
    input: AuthenticationInput,
  ) => OutsideAgent | null | Promise<OutsideAgent | null>;
}

/** What does not go on from the caller: its credential was read, and the body's length may be another. */
const keptBack = ["authorization", "cookie", "content-length"];

/**
 * External agents can send any request. Where no one signs in, that includes the decision on what they
 * propose, so the deployment must have chosen anonymous access.
 */
const openToAgents =
  "Agents from elsewhere may propose spends, and nobody signs in, so that they may decide as well.";

/**
 * Answers one request at `/mcp`. Its credential alone names the agent and the workspace.
 *
 * @throws TreasuryError `access_not_chosen`, `method_not_allowed`, `unauthenticated`, `rate_limited`,
 *   `forbidden`, and whatever reading the body throws.
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
    // There are no streams to listen to and no sessions to end, which a GET and a DELETE would be for.
    throw new TreasuryError("method_not_allowed", `This path does not answer ${request.method}.`, {
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
  // An untyped app may have nothing at all to say of a caller.
  let agent: OutsideAgent | null | undefined;
  try {
    agent = await authenticate(input);
  } catch (cause) {
    if (isTreasuryError(cause)) throw cause;
    throw denied("The credential could not be checked, which denies it.", cause);
  }
  if (agent === null || agent === undefined)
    throw denied("The request carries no credential of an agent.");
  return checkOutsideAgent(agent);
}

function denied(message: string, cause?: unknown): TreasuryError {
  const headers = { "www-authenticate": 'Bearer realm="agent-treasury"' };
  return new TreasuryError("unauthenticated", message, { headers, cause });
}

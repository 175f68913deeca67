import { type AgentPrincipal, configuredAgent } from "../principals/agent-principal.ts";
import { bearerOf, hasCredential } from "../principals/credential-token.ts";
import type { Credentials } from "../principals/credentials.ts";
import { checkAccessIsChosen } from "./access-choice.ts";
import type { AccessRules } from "./access.ts";
import { askAccessRule } from "./ask-access-rule.ts";
import type { McpOptions } from "./mcp-options.ts";
import { type ServiceRequest, withRequest } from "./service-request.ts";

/** Returns null if the request is not an agent's. */
export type AuthenticateAgent = (
  request: ServiceRequest,
  native: unknown,
) => Promise<AgentPrincipal | null>;

/** Agents could approve their own proposals without authentication. */
const openToAgents =
  "External agents may propose spends, and could also approve them because authentication is not configured.";

/** @throws TreasuryError `access_not_chosen`. */
export function checkAgentsAreKeptApart(access: AccessRules): void {
  checkAccessIsChosen(access, () => openToAgents);
}

/**
 * Runs before `authenticate`, so that an agent's token makes the request an agent's even beside a
 * person's cookie.
 *
 * A failure rejects the request. Otherwise an agent would become a person whenever its directory is
 * unavailable.
 */
export function agentAuthentication(
  credentials: Pick<Credentials, "authenticate">,
  access: AccessRules,
  authenticate: McpOptions["authenticate"],
): AuthenticateAgent {
  return async (request, native) => {
    const header = request.headers.get("authorization");
    const agent = hasCredential(header)
      ? await credentials.authenticate(bearerOf(header))
      : await configuredAgentOf(authenticate, request, native);
    if (agent !== null) checkAgentsAreKeptApart(access);
    return agent;
  };
}

async function configuredAgentOf(
  authenticate: McpOptions["authenticate"],
  request: ServiceRequest,
  native: unknown,
): Promise<AgentPrincipal | null> {
  if (authenticate === undefined) return null;
  // Untyped apps may return undefined.
  const agent =
    (await askAccessRule("mcp.authenticate", () =>
      authenticate(withRequest({ native }, request)),
    )) ?? null;
  return agent && configuredAgent(agent);
}

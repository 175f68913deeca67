import {
  type AccessRules,
  type AuthenticationInput,
  checkAccessIsChosen,
} from "../../http/access.ts";
import { askAccessRule } from "../../http/ask-access-rule.ts";
import {
  type AgentPrincipal,
  configuredAgent,
  type OutsideAgent,
} from "../../http/outside-agent.ts";
import type { AuthenticateAgent } from "../../http/principal.ts";
import { type ServiceRequest, withRequest } from "../../http/service-request.ts";
import { bearerOf, hasCredential } from "./credential-token.ts";
import type { Credentials } from "./credentials.ts";

/** Authenticates agents that have a token from elsewhere. */
export type OutsideAuthentication = (
  input: AuthenticationInput,
) => OutsideAgent | null | Promise<OutsideAgent | null>;

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
  authenticate: OutsideAuthentication | undefined,
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
  authenticate: OutsideAuthentication | undefined,
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

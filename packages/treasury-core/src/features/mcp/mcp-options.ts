import type { McpServer } from "@agent-treasury/provider";
import type { NamesOf } from "@agent-treasury/provider/helpers";
import type { AuthenticationInput } from "../../http/access.ts";
import type { OutsideAgent } from "../../http/outside-agent.ts";

export interface McpOptions {
  /** `mcpServer()` of `@agent-treasury/mcp`. */
  readonly server: McpServer;
  /**
   * Returns the agent of a request, or null if it is not an agent's. Usually `agentTokens`. Called
   * for every operation that requires a credential, before `AccessRules.authenticate`, and for an
   * open stream about every 15 seconds. A throw rejects the request. Agents with a credential from
   * `POST /treasury/credentials` need none.
   *
   * If it verifies access tokens of `authorizationServers`, it must check their signature, issuer,
   * expiry and audience. The audience is the `/mcp` address. A token for another audience was not
   * meant for this service, and accepting it would let that service spend.
   *
   * @example
   * ```ts
   * import type { McpOptions } from "@agent-treasury/treasury-core";
   *
   * // For example `jwtVerify(token, keys, { issuer, audience })` of `jose`.
   * declare function verify(token: string, audience: string): Promise<{ sub: string }>;
   *
   * const authenticate: McpOptions["authenticate"] = async ({ headers }) => {
   *   const token = headers.get("authorization")?.replace(/^bearer /i, "") ?? "";
   *   // Other tokens are those of persons.
   *   if (token.split(".").length !== 3) return null;
   *   const { sub } = await verify(token, "https://app.example.com/api/service/mcp");
   *   return { name: sub, workspaceId: "acme" };
   * };
   * ```
   */
  readonly authenticate?: (
    input: AuthenticationInput,
  ) => OutsideAgent | null | Promise<OutsideAgent | null>;
  /**
   * Issuers of the OAuth access tokens that `authenticate` verifies, for example
   * `https://login.example.com`. Clients discover them by the protected resource metadata of RFC
   * 9728, which the handler serves below `/.well-known/oauth-protected-resource`, outside the base
   * path. Without it, clients are configured with their tokens.
   */
  readonly authorizationServers?: readonly string[];
  /** Requests of one agent per minute and process; 120 by default, false for no limit. */
  readonly requestsPerMinute?: number | false;
}

export const mcpNames: NamesOf<McpOptions> = {
  server: true,
  authenticate: true,
  authorizationServers: true,
  requestsPerMinute: true,
};

import type { McpServer } from "@agent-treasury/provider";
import type { OutsideAgent } from "../principals/outside-agent.ts";
import type { AuthenticationInput } from "./access.ts";

export interface McpOptions {
  /** `mcpServer()` of `@agent-treasury/mcp`. */
  readonly server: McpServer;
  /**
   * Returns the agent of a request, or null if it is not an agent's. Usually `agentTokens`. Called
   * for every operation that requires a credential, before `AccessRules.authenticate`. A throw
   * rejects the request. Agents with a credential from `POST /treasury/credentials` need none.
   */
  readonly authenticate?: (
    input: AuthenticationInput,
  ) => OutsideAgent | null | Promise<OutsideAgent | null>;
}

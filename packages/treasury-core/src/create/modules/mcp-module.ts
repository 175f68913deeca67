import { mcpPath } from "@agent-treasury/contract";
import type { AuthenticateAgent } from "../../http/authenticate-agent.ts";
import { serveMcp } from "../../http/serve-mcp.ts";
import { mcpTools } from "../../mcp/mcp-tools.ts";
import type { PaidFetchTerms } from "../../paid-fetch/paid-fetch-terms.ts";
import type { AgentPrincipal } from "../../principals/agent-principal.ts";
import type { Engine } from "../../treasury/engine.ts";
import type { CoreModule } from "../core-module.ts";
import type { TreasuryOptions } from "../treasury-options.ts";

export function mcpModule(
  engine: Engine,
  options: TreasuryOptions,
  paidFetch: PaidFetchTerms | null,
  authenticateAgent: AuthenticateAgent,
): CoreModule {
  const { mcp } = options;
  if (mcp === undefined) return {};
  const toolsOf = (agent: AgentPrincipal) => mcpTools(engine, paidFetch, agent);
  return {
    mounts: [
      {
        path: mcpPath,
        serve: (request, context) =>
          serveMcp(toolsOf, mcp, authenticateAgent, options, request, context),
      },
    ],
  };
}

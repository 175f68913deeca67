import { mcpPath } from "@agent-treasury/contract";
import type { AuthenticateAgent } from "../../http/authenticate-agent.ts";
import { serveMcp } from "../../http/serve-mcp.ts";
import type { Engine } from "../../treasury/engine.ts";
import type { CoreModule } from "../core-module.ts";
import type { TreasuryOptions } from "../treasury-options.ts";

export function mcpModule(
  engine: Engine,
  options: TreasuryOptions,
  authenticateAgent: AuthenticateAgent,
): CoreModule {
  const { mcp } = options;
  if (mcp === undefined) return {};
  return {
    mounts: [
      {
        path: mcpPath,
        serve: (request, context) =>
          serveMcp(engine, mcp, authenticateAgent, options, request, context),
      },
    ],
  };
}

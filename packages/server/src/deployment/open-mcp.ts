import { type McpOptions, agentTokens } from "@agent-treasury/treasury-core";
import type { Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

export async function openMcp({ agents }: Settings): Promise<McpOptions | null> {
  if (agents === null) return null;
  const { mcpServer } = await optionalPackage(
    "@agent-treasury/mcp",
    "TREASURY_MCP_AGENTS",
    () => import("@agent-treasury/mcp"),
  );
  return { server: mcpServer(), authenticate: agentTokens(agents) };
}

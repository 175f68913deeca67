import { type McpOptions, agentTokens } from "@agent-treasury/treasury-core";
import type { Settings } from "../settings/settings.ts";
import { isMissingPackageError, optionalPackage } from "./optional-package.ts";

const setting = "TREASURY_MCP_AGENTS";

/**
 * Serves MCP to the agents of the setting, and to those with an issued credential. Without sign-in
 * no credential can be issued.
 *
 * @throws MissingPackageError if the setting needs the package.
 */
export async function openMcp(
  { agents, mcpRequestsPerMinute }: Settings,
  hasSignIn: boolean,
): Promise<McpOptions | null> {
  if (agents === null && !hasSignIn) return null;
  try {
    const { mcpServer } = await optionalPackage(
      "@agent-treasury/mcp",
      setting,
      () => import("@agent-treasury/mcp"),
    );
    return {
      server: mcpServer(),
      ...(agents !== null && { authenticate: agentTokens(agents) }),
      ...(mcpRequestsPerMinute !== null && { requestsPerMinute: mcpRequestsPerMinute }),
    };
  } catch (error) {
    if (agents === null && isMissingPackageError(error)) return null;
    throw error;
  }
}

export * from "./histories/keyed-request-races.ts";
export * from "./histories/treasury-histories.ts";
export * from "./histories/treasury-races.ts";
export type { McpClient } from "./mcp/mcp-client.ts";
export * from "./mcp/mcp-conformance.ts";
export { treasuryForAgents } from "./mcp/treasury-for-agents.ts";
export { remoteService, remoteServiceHeader } from "./remote-ports/remote-service.ts";
export * from "./spends/spend-crashes.ts";
export * from "./turns/turn-crashes.ts";

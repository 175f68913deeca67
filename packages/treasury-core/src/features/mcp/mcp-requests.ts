/** The code that the first request of an MCP client loads. */
export { mcpTasks } from "./mcp-tasks.ts";
export { mcpTools } from "./mcp-tools.ts";
export { resultSchemas } from "./result-schemas.ts";
export { serveMcp } from "./serve-mcp.ts";

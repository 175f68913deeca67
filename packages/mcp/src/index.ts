export { mcpServer } from "./mcp-server.ts";

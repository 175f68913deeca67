import type { Feature } from "../../kernel/feature.ts";

/** The tools of external agents over MCP. */
export const mcpFeature: Feature = {
  name: "mcp",
  requires: ["payments", "external-agents", "paid-fetch", "tabs"],
};

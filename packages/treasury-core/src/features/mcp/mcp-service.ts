import type { ApprovalPage } from "../../http/address-options.ts";
import type { Mount } from "../../http/route-table.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { ProposalWaits } from "../external-agents/index.ts";
import type { PaidFetchTerms } from "../paid-fetch/index.ts";
import { mcpTasks } from "./mcp-tasks.ts";
import { mcpTools } from "./mcp-tools.ts";
import { resultSchemas } from "./result-schemas.ts";
import { type McpDeps, serveMcp } from "./serve-mcp.ts";

export interface McpServiceDeps extends Omit<McpDeps, "tools" | "tasks"> {
  readonly engine: Engine;
  readonly waits: ProposalWaits;
  readonly paidFetch: PaidFetchTerms | null;
  readonly page: ApprovalPage;
}

/** Serves MCP clients. */
export function mcpService({
  engine,
  waits,
  paidFetch,
  page,
  ...given
}: McpServiceDeps): Mount["serve"] {
  const schemas = resultSchemas();
  const deps: McpDeps = {
    ...given,
    tools: async (agent) => mcpTools(engine, paidFetch, agent, schemas, page),
    tasks: (agent, isAdmitted) => mcpTasks({ engine, paidFetch, waits, agent, isAdmitted }),
  };
  return (request, context) => serveMcp(deps, request, context);
}

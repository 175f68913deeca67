import { mcpPath } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { basePathOf, baseUrlOf } from "../../http/address-options.ts";
import { approvalPageOf } from "../../http/approval-page.ts";
import type { CoreModule } from "../../http/core-module.ts";
import type { AuthenticateAgent } from "../../http/principal.ts";
import type { Engine } from "../../kernel/engine.ts";
import { countOption } from "../../kernel/number-options.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { ProposalWaits } from "../external-agents/index.ts";
import type { PaidFetchTerms } from "../paid-fetch/index.ts";
import { AgentRate } from "./agent-rate.ts";
import type { McpOptions } from "./mcp-options.ts";
import { mcpTasks } from "./mcp-tasks.ts";
import { mcpTools } from "./mcp-tools.ts";
import { resourceMetadata, type ResourceMetadata } from "./resource-metadata.ts";
import { resultSchemas, type ResultSchemas } from "./result-schemas.ts";
import { type McpDeps, serveMcp } from "./serve-mcp.ts";

const defaultRequestsPerMinute = 120;

export function mcpModule(
  engine: Engine,
  options: TreasuryOptions,
  waits: ProposalWaits,
  paidFetch: PaidFetchTerms | null,
  authenticateAgent: AuthenticateAgent,
): CoreModule {
  const { mcp } = options;
  if (mcp === undefined) return {};
  const metadata = metadataOf(mcp, options);
  const rate = new AgentRate(engine.clock, requestsPerMinuteOf(mcp));
  const page = approvalPageOf(options);
  let schemas: ResultSchemas | null = null;
  const deps: McpDeps = {
    server: mcp.server,
    access: options,
    authenticateAgent,
    metadataUrl: metadata?.url ?? null,
    tools: async (agent) => mcpTools(engine, paidFetch, agent, (schemas ??= resultSchemas()), page),
    tasks: (agent, isAdmitted) => mcpTasks({ engine, paidFetch, waits, agent, isAdmitted }),
    count: (agent) => rate.count(agent),
  };
  return {
    mounts: [
      { path: mcpPath, serve: (request, context) => serveMcp(deps, request, context) },
      ...(metadata?.mounts ?? []),
    ],
  };
}

function metadataOf(
  { authenticate, authorizationServers = [] }: McpOptions,
  { baseUrl, basePath }: TreasuryOptions,
): ResourceMetadata | null {
  if (authorizationServers.length === 0) return null;
  if (authenticate === undefined) {
    throw new TreasuryError(
      "invalid_request",
      "`mcp.authorizationServers` needs `mcp.authenticate`, which verifies their access tokens.",
    );
  }
  const address = baseUrlOf(baseUrl) + basePathOf(basePath) + mcpPath;
  return resourceMetadata(address, authorizationServers);
}

function requestsPerMinuteOf({ requestsPerMinute = defaultRequestsPerMinute }: McpOptions): number {
  if (requestsPerMinute === false) return Infinity;
  return countOption("mcp.requestsPerMinute", requestsPerMinute, 1);
}

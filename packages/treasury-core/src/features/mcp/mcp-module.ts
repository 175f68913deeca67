import { mcpPath } from "@agent-treasury/contract";
import { approvalPageOf, basePathOf, baseUrlOf } from "../../http/address-options.ts";
import type { CoreModule } from "../../http/core-module.ts";
import type { AuthenticateAgent } from "../../http/principal.ts";
import type { Mount } from "../../http/route-table.ts";
import { checkGroup } from "../../kernel/check-group.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { countOption } from "../../kernel/number-options.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { ProposalWaits } from "../external-agents/index.ts";
import type { PaidFetchTerms } from "../paid-fetch/index.ts";
import { AgentRate } from "./agent-rate.ts";
import { mcpNames, type McpOptions } from "./mcp-options.ts";
import { resourceMetadata, type ResourceMetadata } from "./resource-metadata.ts";

const defaultRequestsPerMinute = 120;

export function mcpModule(
  engine: Engine,
  options: TreasuryOptions,
  waits: ProposalWaits,
  paidFetch: PaidFetchTerms | null,
  authenticateAgent: AuthenticateAgent,
): CoreModule {
  const { mcp } = options;
  checkGroup("mcp", mcp, mcpNames);
  if (mcp === undefined) return {};
  const metadata = metadataOf(mcp, options);
  const rate = new AgentRate(engine.clock, requestsPerMinuteOf(mcp));
  const page = approvalPageOf(options);
  let service: Mount["serve"] | null = null;
  const loadService = async (): Promise<Mount["serve"]> => {
    const { mcpService } = await import("./mcp-service.ts");
    return mcpService({
      engine,
      waits,
      paidFetch,
      page,
      server: mcp.server,
      access: options,
      authenticateAgent,
      metadataUrl: metadata?.url ?? null,
      count: (agent) => rate.count(agent),
    });
  };
  const serve: Mount["serve"] = async (request, context) => {
    service ??= await loadService();
    return service(request, context);
  };
  return { mounts: [{ path: mcpPath, serve }, ...(metadata?.mounts ?? [])] };
}

function metadataOf(
  { authenticate, authorizationServers = [] }: McpOptions,
  { baseUrl, basePath }: TreasuryOptions,
): ResourceMetadata | null {
  if (authorizationServers.length === 0) return null;
  if (authenticate === undefined) {
    throw invalidRequest(
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

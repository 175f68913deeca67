import type { McpServer } from "@agent-treasury/provider";
import { type Treasury, agentTokens, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { accessRulesCalled, agentsOfSuite } from "../service/treasury/access-rules.ts";
import { serviceBaseUrl } from "../service/treasury/service-treasury.ts";

/**
 * The treasury that an adapter mounts for `mcpConformance`: 100 USD in memory, open to the suite's
 * operators and agents. It needs no Node, so that it can be mounted in another runtime.
 */
export function treasuryForAgents(server: McpServer, basePath = "/api/service"): Treasury {
  return createTreasury({
    autoApprovePayees: "any",
    baseUrl: serviceBaseUrl,
    basePath,
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    ...accessRulesCalled("operators"),
    mcp: { server, authenticate: agentTokens(agentsOfSuite) },
  });
}

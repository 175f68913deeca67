import { scriptedExecutor } from "@agent-treasury/sandbox";
import { type Treasury, agentTokens, createTreasury } from "@agent-treasury/treasury-core";
import { accessRulesCalled, agentsOfSuite } from "./access-rules.ts";
import { plainMcpServer } from "./plain-mcp-server.ts";
import type { ServiceParts } from "./service-parts.ts";
import { serviceTools } from "./service-tools.ts";

/** The public address of the treasuries of the suite, wherever they are reached. */
export const serviceBaseUrl = "https://treasury.example";

/**
 * Makes a treasury of the suite's parts: what a surface mounts. It needs no Node, so that it can be
 * called where the suite cannot reach.
 */
export function serviceTreasury(parts: ServiceParts): Treasury {
  const { storage, model, payments, machines } = parts;
  const {
    accessRules = "guests",
    tools = false,
    mcp = false,
    executor,
    executorTimeoutSeconds: timeoutSeconds = 30,
    machineLimits: limits = {},
    ...options
  } = parts.options;
  return createTreasury({
    baseUrl: serviceBaseUrl,
    storage,
    ...options,
    ...accessRulesCalled(accessRules),
    ...(model && { model }),
    ...(payments && { payments: { processor: payments } }),
    ...(machines && { machines: { host: machines, limits } }),
    ...(executor && {
      executors: { executor: scriptedExecutor({ script: () => executor }), timeoutSeconds },
    }),
    ...(tools && { tools: serviceTools }),
    ...(mcp && { mcp: { server: plainMcpServer(), authenticate: agentTokens(agentsOfSuite) } }),
    // Failures are provoked here by the hundred; what matters of them is in the answers.
    onFailure: () => {},
  });
}

import { scriptedExecutor } from "@agent-treasury/sandbox";
import { type Treasury, agentTokens, createTreasury } from "@agent-treasury/treasury-core";
import { accessRulesCalled, agentsOfSuite } from "./access-rules.ts";
import { plainMcpServer } from "./plain-mcp-server.ts";
import type { ServiceDeps } from "./service-parts.ts";
import { serviceTools } from "./service-tools.ts";

/** The public address of the suite's treasuries on every surface. */
export const serviceBaseUrl = "https://treasury.example";

/**
 * Creates the treasury that a surface mounts. It needs no Node, so that it can run in another
 * runtime.
 */
export function serviceTreasury(parts: ServiceDeps): Treasury {
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
    // Tests provoke many failures and check them in the responses.
    onFailure: () => {},
  });
}

// A process with a treasury on a SQLite file: an MCP server, or a person who decides.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { type Treasury, agentTokens, createTreasury } from "@agent-treasury/treasury-core";
import { nodeListener } from "@agent-treasury/treasury-core/node";
import { mcpServer } from "./mcp-server.ts";

const [path = "", agents = "", proposalId] = process.argv.slice(2);
if (proposalId === undefined) serve();
else await approve(proposalId);

function openTreasury(baseUrl: string): Treasury {
  return createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    storage: sqliteStorage({ path }),
    budget: { startingCapitalUsd: 100 },
    authenticate: () => null,
    mcp: { server: mcpServer(), authenticate: agentTokens(agents), requestsPerMinute: false },
  });
}

/** Prints its address, and serves until it is killed. */
function serve(): void {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const listener = nodeListener(openTreasury(origin));
    server.on("request", (request, response) => void listener(request, response));
    process.stdout.write(`${origin}\n`);
  });
}

async function approve(id: string): Promise<void> {
  const treasury = openTreasury("http://localhost:3000");
  const decision = { proposalId: id, decision: "approve", operator: "Ada" } as const;
  await treasury.decide({ workspaceId: "acme", ...decision });
  await treasury.close();
}

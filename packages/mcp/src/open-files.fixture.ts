// A process that was ready, and has no file descriptor left when its first requests arrive.
import { openSync } from "node:fs";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { mcpServer } from "./mcp-server.ts";

const treasury = createTreasury({
  baseUrl: "http://localhost:3000",
  storage: memoryStorage(),
  recoverySeconds: false,
  authenticate: () => null,
  mcp: {
    server: mcpServer(),
    authenticate: () => ({ name: "buyer", workspaceId: "acme" }),
  },
});

await treasury.handler(new Request("http://localhost:3000/api/service/health"));
let code: unknown;
while (code === undefined) {
  try {
    openSync("/dev/null", "r");
  } catch (error) {
    ({ code } = error as NodeJS.ErrnoException);
  }
}

const listing = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const requests = [
  new Request("http://localhost:3000/api/service/openapi.json"),
  new Request("http://localhost:3000/api/service/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(listing),
  }),
];
const statuses: unknown[] = [code];
for (const request of requests) statuses.push((await treasury.handler(request)).status);
process.stdout.write(JSON.stringify(statuses));
process.exit(0);

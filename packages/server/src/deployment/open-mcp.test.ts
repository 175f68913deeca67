import { createHash } from "node:crypto";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { expect, it } from "vitest";
import { openDeployment } from "./open-deployment.ts";

const operators = `ada:${createHash("sha256").update("ada's token").digest("hex")}`;

function ping(token: string): Request {
  return new Request("http://localhost:3000/api/service/mcp", {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
}

async function opened(env: Readonly<Record<string, string>>) {
  const { treasury } = await openDeployment({ env, storage: memoryStorage() });
  const issue = async (): Promise<string> => {
    const about = { agentId: "buyer", name: "laptop", workspaceId: "acme", operator: "ada" };
    return (await treasury.credentials.issue(about)).token;
  };
  const call = async (token: string): Promise<number> =>
    (await treasury.handler(ping(token))).status;
  return { treasury, issue, call };
}

it("serves MCP to an agent with an issued credential", async () => {
  const { treasury, issue, call } = await opened({ TREASURY_OPERATORS: operators });
  expect(await call(await issue())).toBe(200);
  expect(await call("another token")).toBe(401);
  await treasury.close();
});

it("limits an agent's requests to TREASURY_MCP_REQUESTS_PER_MINUTE", async () => {
  const env = { TREASURY_OPERATORS: operators, TREASURY_MCP_REQUESTS_PER_MINUTE: "2" };
  const { treasury, issue, call } = await opened(env);
  const token = await issue();
  expect([await call(token), await call(token), await call(token)]).toEqual([200, 200, 429]);
  await treasury.close();
});

it("explains that MCP is off without sign-in", async () => {
  const { treasury } = await opened({});
  const response = await treasury.handler(ping("any token"));
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: expect.stringContaining("MCP is off") });
  await treasury.close();
});

import { createHash, randomBytes } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, it } from "vitest";

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const agent = randomBytes(24).toString("hex");
const ada = randomBytes(24).toString("hex");
const lamp = { amountUsd: 30, vendor: "Lamps", purpose: "a lamp" };

/** What the fixture's route for agents reads of its environment. */
export const mcpEnvironment = {
  FIXTURE_OPERATORS: `Ada:${digestOf(ada)}`,
  FIXTURE_AGENTS: `buyer:acme:${digestOf(agent)}`,
};

/** Tests of that route on a server that was started with that environment. */
export function mcpTests(origin: () => string): void {
  const treasury = (path: string): URL => new URL(`/api/with-mcp${path}`, origin());

  async function connect(bearer: string | null): Promise<Client> {
    const headers = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
    const client = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(treasury("/mcp"), {
      requestInit: { headers },
    });
    await client.connect(transport);
    return client;
  }

  /** A person's approval, by the same server. */
  async function approve(proposalId: string, bearer: string): Promise<number> {
    const response = await fetch(treasury("/treasury/decide"), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ workspaceId: "acme", proposalId, decision: "approve" }),
    });
    return response.status;
  }

  it("gives a client of the official MCP SDK nothing without the credential, nor with an operator's", async () => {
    await expect(connect(null)).rejects.toThrow(/credential|authori[sz]/i);
    await expect(connect(ada)).rejects.toThrow(/credential|authori[sz]/i);
    const client = await connect(agent);
    expect(await call(client, "check_treasury")).toMatchObject({ balanceUsd: 100, proposals: [] });
    await client.close();
  });

  it("lets a client of the official MCP SDK propose a spend, a person approves it, and it executes", async () => {
    const client = await connect(agent);
    const { proposalId, status } = await call(client, "propose_spend", lamp);
    expect(status).toBe("pending");
    expect(await approve(proposalId, agent)).toBe(401);
    expect(await approve(proposalId, ada)).toBe(200);
    const { balanceUsd, proposals } = await call(client, "check_treasury");
    expect([balanceUsd, proposals]).toMatchObject([70, [{ proposalId, status: "executed" }]]);
    await client.close();
  });
}

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content } = await client.callTool({ name, arguments: given });
  const [first] = content as readonly { readonly text: string }[];
  return JSON.parse(first?.text ?? "null");
}

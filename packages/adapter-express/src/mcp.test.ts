import { createHash, randomBytes } from "node:crypto";
import { mcpServer } from "@agent-treasury/mcp";
import {
  type Treasury,
  agentTokens,
  createTreasury,
  operatorTokens,
} from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { expressVersions, serve } from "./express-apps.fixture.ts";
import { expressHandler } from "./express-handler.ts";

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const agent = randomBytes(24).toString("hex");
const ada = randomBytes(24).toString("hex");
const lamp = { amountUsd: 30, vendor: "Lamps", purpose: "a lamp" };

describe.each(expressVersions)("a client of the official MCP SDK, over %s", (_, express) => {
  let treasury: Treasury;
  let origin: string;
  let close: () => Promise<void>;

  beforeEach(async () => {
    treasury = createTreasury({
      baseUrl: "https://treasury.example",
      storage: memoryStorage(),
      budget: { startingCapitalUsd: 100 },
      authenticate: operatorTokens(`Ada:${digestOf(ada)}`),
      mcp: { server: mcpServer(), authenticate: agentTokens(`buyer:acme:${digestOf(agent)}`) },
    });
    const app = express();
    // As most apps have it.
    app.use(express.json());
    app.use("/api/service", expressHandler(treasury));
    ({ origin, close } = await serve(app));
  });
  afterEach(async () => {
    await treasury.close();
    await close();
  });

  async function connect(bearer: string | null): Promise<Client> {
    const headers = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
    const client = new Client({ name: "test", version: "1" });
    const address = new URL(`${origin}/api/service/mcp`);
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
    return client;
  }

  /** A person's approval, by the same server. */
  async function approve(proposalId: string, bearer: string): Promise<number> {
    const response = await fetch(`${origin}/api/service/treasury/decide`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ workspaceId: "acme", proposalId, decision: "approve" }),
    });
    return response.status;
  }

  it("proposes a spend, a person approves it, and it executes", async () => {
    const client = await connect(agent);
    const { proposalId, status } = await call(client, "propose_spend", lamp);
    expect(status).toBe("pending");
    expect(await approve(proposalId, agent)).toBe(401);
    expect(await approve(proposalId, ada)).toBe(200);
    const { balanceUsd, proposals } = await call(client, "check_treasury");
    expect([balanceUsd, proposals]).toMatchObject([70, [{ proposalId, status: "executed" }]]);
    await client.close();
  });

  it("gets nothing without the credential, nor with an operator's", async () => {
    await expect(connect(null)).rejects.toThrow(/credential|authori[sz]/i);
    await expect(connect(ada)).rejects.toThrow(/credential|authori[sz]/i);
    expect((await treasury.state("acme")).proposals).toEqual([]);
  });
});

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content } = await client.callTool({ name, arguments: given });
  const [first] = content as readonly { readonly text: string }[];
  return JSON.parse(first?.text ?? "null");
}

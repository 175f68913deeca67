import type { TestFramework } from "@agent-treasury/testing";
import type { RunningAdapter } from "@agent-treasury/testing/node";
import { rejectionOf } from "../../packages/testing/src/conformance/rejection.ts";
import { agentTokensOfSuite, operatorTokensOfSuite } from "../service/treasury/access-rules.ts";
import { type McpClient, checkTreasury, proposeSpend } from "./mcp-client.ts";

/** A mounted treasury that is open to external agents. */
export interface McpUnderTest {
  /** Names the mount and the client. */
  readonly name: string;
  /** The treasury's path, `/api/service` by default. */
  readonly basePath?: string;
  /** Serves a `treasuryForAgents`, on a port of the loopback address. */
  readonly start: () => Promise<RunningAdapter>;
  /** Connects a client that sends these headers with every request. */
  readonly connect: (address: URL, headers: Readonly<Record<string, string>>) => Promise<McpClient>;
}

const { acme, bob } = agentTokensOfSuite;
const { ada } = operatorTokensOfSuite;
const lamp = { amountUsd: 30, vendor: "Lamps", purpose: "a lamp" };

/**
 * Requirements of Model Context Protocol clients on every mount of a treasury. The mounted treasury
 * provides the protocol's server.
 *
 * @example mcpConformance({ describe, it, expect }, {
 * name: "Express and the official client",
 * start: async () => {
 * const treasury = treasuryForAgents(mcpServer());
 * return serve(express().use(treasury.basePath, expressHandler(treasury)));
 * },
 * connect: async (address, headers) => {
 * const client = new Client({ name: "test", version: "1" });
 * await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
 * return client;
 * },
 * });
 */
export function mcpConformance(
  { describe, it, expect }: TestFramework,
  { name, basePath = "/api/service", start, connect }: McpUnderTest,
): void {
  const serving = async (test: (mount: Mount) => Promise<void>): Promise<void> => {
    const { origin, close } = await start();
    try {
      await test(mountAt(origin + basePath, connect));
    } finally {
      await close();
    }
  };

  describe(`external agents through ${name}`, () => {
    it("are rejected without an agent's credential", () =>
      serving(async ({ connectAs }) => {
        for (const bearer of [null, ada, `${bob}x`]) {
          expect(await howRefused(connectAs(bearer))).toBe("for its credential");
        }
        const client = await connectAs(bob);
        expect(await checkTreasury(client)).toEqual({ balanceUsd: 100, proposals: [] });
        await client.close();
      }));

    it("propose a spend, a person approves it, and it executes", () =>
      serving(async ({ connectAs, approve }) => {
        const client = await connectAs(acme);
        const { proposalId, status } = await proposeSpend(client, lamp);
        expect(status).toBe("pending");
        expect(await approve(proposalId, acme)).toBe(403);
        expect(await approve(proposalId, ada)).toBe(200);
        expect(await checkTreasury(client)).toEqual({
          balanceUsd: 70,
          proposals: [{ proposalId, status: "executed" }],
        });
        await client.close();
      }));

    it("are notified of a decision by a stream of events", () =>
      serving(async ({ connectAs, approve, listen }) => {
        const client = await connectAs(acme);
        const { proposalId } = await proposeSpend(client, lamp);
        const reader = (await listen(proposalId, acme)).getReader();
        const decoder = new TextDecoder();
        let events = "";
        for (;;) {
          const { done, value } = await reader.read();
          if (done) break;
          const isFirst = !events.includes('"working"');
          events += decoder.decode(value, { stream: true });
          if (!isFirst || !events.includes('"working"')) continue;
          expect(await approve(proposalId, ada)).toBe(200);
        }
        expect(events.includes('"status":"completed"')).toBe(true);
        await client.close();
      }));
  });
}

interface Mount {
  connectAs(bearer: string | null): Promise<McpClient>;
  /** Sends an approval by the same server, and resolves with the response's status. */
  approve(proposalId: string, bearer: string): Promise<number>;
  /** Subscribes to a proposal as a task, in revision 2026-07-28. */
  listen(proposalId: string, bearer: string): Promise<ReadableStream<Uint8Array>>;
}

const revision = "2026-07-28";

function listenMessage(proposalId: string): string {
  const capabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };
  return JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "subscriptions/listen",
    params: {
      notifications: { taskIds: [proposalId] },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": revision,
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
      },
    },
  });
}

function mountAt(address: string, connect: McpUnderTest["connect"]): Mount {
  return {
    connectAs: (bearer) =>
      connect(
        new URL(`${address}/mcp`),
        bearer === null ? {} : { authorization: `Bearer ${bearer}` },
      ),
    approve: async (proposalId, bearer) => {
      const response = await fetch(`${address}/treasury/decide`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
        body: JSON.stringify({ workspaceId: "acme", proposalId, decision: "approve" }),
      });
      await response.body?.cancel();
      return response.status;
    },
    listen: async (proposalId, bearer) => {
      const { body, status } = await fetch(`${address}/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${bearer}`,
          "mcp-protocol-version": revision,
          "mcp-method": "subscriptions/listen",
        },
        body: listenMessage(proposalId),
      });
      if (status !== 200 || body === null) throw new Error(`The subscription failed: ${status}.`);
      return body;
    },
  };
}

/** The rejection reason in the client's error. */
async function howRefused(connecting: Promise<McpClient>): Promise<string> {
  const told = String(await rejectionOf(connecting));
  return /credential|authori[sz]/i.test(told) ? "for its credential" : told;
}

import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { anvilBinary } from "evm-for-tests";
import { mcpConformance, remoteServiceHeader } from "test-suites";
import { type RemotePortsServer, serveRemotePorts } from "test-suites/node";
import { overNetwork, serviceConformance } from "test-suites/service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type NextServer, startNext } from "./next-start.fixture.ts";
import { type PaidRoute, paidRoute } from "./paid-route.fixture.ts";

describe("a real Next server", () => {
  let ports: RemotePortsServer;
  let paid: PaidRoute | null;
  let server: NextServer;
  // Building takes most of the time.
  beforeAll(async () => {
    ports = await serveRemotePorts();
    paid = anvilBinary === null ? null : await paidRoute();
    server = await startNext({ FIXTURE_PORTS_URL: ports.url, ...paid?.environment });
  }, 1_200_000);
  afterAll(async () => {
    await server.close();
    await ports.close();
    await paid?.close();
  });

  it.skipIf(anvilBinary === null)("sells by x402 in a route, once for each payment", async () => {
    if (paid === null) throw new Error("There is no chain.");
    const url = `${server.origin}/report`;
    const post = { method: "POST", body: "Bern" };
    const challenge = await fetch(url, post);
    expect(challenge.status).toBe(402);
    const payment = { ...post, headers: await paid.sign(challenge) };
    const answer = await fetch(url, payment);
    expect([answer.status, await answer.json()]).toEqual([200, { city: "Bern" }]);
    expect((await fetch(url, payment)).status).toBe(409);
    expect(await paid.payments()).toHaveLength(1);
  });

  mcpConformance(
    { describe, it, expect },
    {
      name: "next start and the official client",
      basePath: "/api/with-mcp",
      start: async () => ({ origin: server.origin, close: async () => {} }),
      connect: async (address, headers) => {
        const client = new Client({ name: "test", version: "1" });
        const transport = new StreamableHTTPClientTransport(address, { requestInit: { headers } });
        await client.connect(transport);
        return client;
      },
    },
  );

  serviceConformance(
    { describe, it, expect },
    {
      name: "next start",
      // Other suites run every test, and the client.
      ...(process.env["TEST_LONG"] !== "1" && { part: { at: 0, of: 6 } }),
      ...(process.env["TEST_LONG"] === "1" && { makeClient: createTreasuryClient }),
      decodesPaths: true,
      fixedNodeEnvironment: "production",
      start: async (parts) => {
        ports.serve(parts);
        const { origin } = server;
        const closeTreasury = async (): Promise<void> => {
          const headers = { [remoteServiceHeader]: "close" };
          await fetch(`${origin}/api/service/health`, { headers });
        };
        return overNetwork({ origin, closeTreasury, close: closeTreasury });
      },
    },
  );
});

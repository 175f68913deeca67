import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { mcpConformance, remoteServiceHeader } from "test-suites";
import { type RemotePortsServer, serveRemotePorts } from "test-suites/node";
import { overNetwork, serviceConformance } from "test-suites/service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type NextServer, startNext } from "./next-start.fixture.ts";

describe("a real Next server", () => {
  let ports: RemotePortsServer;
  let server: NextServer;
  // Building takes most of the time.
  beforeAll(async () => {
    ports = await serveRemotePorts();
    server = await startNext({ FIXTURE_PORTS_URL: ports.url });
  }, 300_000);
  afterAll(async () => {
    await server.close();
    await ports.close();
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
      ...(process.env["TEST_LONG"] !== "1" && { every: 8 }),
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

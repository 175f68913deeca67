import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { remoteServiceHeader } from "@agent-treasury/testing";
import { type RemotePortsServer, serveRemotePorts } from "@agent-treasury/testing/node";
import { overNetwork, serviceConformance } from "@agent-treasury/testing/service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mcpEnvironment, mcpTests } from "./mcp-in-next.fixture.ts";
import { type NextServer, startNext } from "./next-start.fixture.ts";

describe("a real Next server", () => {
  let ports: RemotePortsServer;
  let server: NextServer;
  // A build takes its time; everything after it is quick.
  beforeAll(async () => {
    ports = await serveRemotePorts();
    server = await startNext({ FIXTURE_PORTS_URL: ports.url, ...mcpEnvironment });
  }, 300_000);
  afterAll(async () => {
    await server.close();
    await ports.close();
  });

  mcpTests(() => server.origin);

  serviceConformance(
    { describe, it, expect },
    {
      name: "next start",
      makeClient: createTreasuryClient,
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

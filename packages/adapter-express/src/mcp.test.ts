import { mcpServer } from "@agent-treasury/mcp";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { mcpConformance, treasuryForAgents } from "test-suites";
import { describe, expect, it } from "vitest";
import { expressVersions, serve } from "./express-apps.fixture.ts";
import { expressHandler } from "./express-handler.ts";

for (const [version, express] of expressVersions) {
  mcpConformance(
    { describe, it, expect },
    {
      name: `${version} and the official client`,
      start: async () => {
        const treasury = treasuryForAgents(mcpServer());
        const app = express();
        // Most apps have it.
        app.use(express.json());
        app.use(treasury.basePath, expressHandler(treasury));
        const { origin, close } = await serve(app);
        return {
          origin,
          close: async () => {
            await treasury.close();
            await close();
          },
        };
      },
      connect: async (address, headers) => {
        const client = new Client({ name: "test", version: "1" });
        const transport = new StreamableHTTPClientTransport(address, { requestInit: { headers } });
        await client.connect(transport);
        return client;
      },
    },
  );
}

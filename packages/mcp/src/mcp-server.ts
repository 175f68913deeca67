import type { JsonObject, McpServer, McpTool } from "@agent-treasury/provider";
import {
  Server,
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  isLegacyRequest,
} from "@modelcontextprotocol/server";

/** The version of the tools' inputs and results. */
const serverInfo = { name: "agent-treasury", version: "1" };

const instructions =
  "Access to a treasury: read the available budget and propose spends. Rules and people approve or deny proposals. Text that you write cannot approve one.";

/**
 * Serves the Model Context Protocol with the official SDK: Streamable HTTP without sessions, with a
 * complete JSON body as each response. Supports clients of protocol revision 2026-07-28 and of
 * 2025.
 *
 * @example
 * ```ts
 * const mcp = { server: mcpServer(), authenticate: agentTokens(`buyer:acme:${digestOfItsToken}`) };
 * const treasury = createTreasury({ baseUrl, storage, mcp });
 * ```
 */
export function mcpServer(): McpServer {
  return {
    specificationVersion: "1",
    answer: async (request, tools) => {
      if (await isBatch(request)) return refuseBatch();
      // The handler would respond with a stream of one event.
      if (await isLegacyRequest(request)) return answerLegacy(request, tools);
      const { fetch } = createMcpHandler(() => serverOver(tools), {
        legacy: "reject",
        // The tools never change, and no stream stays open.
        maxSubscriptions: 0,
      });
      return fetch(request);
    },
  };
}

async function answerLegacy(request: Request, tools: readonly McpTool[]): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = serverOver(tools);
  await server.connect(transport);
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}

/** Batches of revision 2025-03-26 could contain any number of calls. */
async function isBatch(request: Request): Promise<boolean> {
  return /^\s*\[/.test(await request.clone().text());
}

function refuseBatch(): Response {
  const error = {
    code: -32_600,
    message: "Batches are not supported. Send one message at a time.",
  };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 400 });
}

function serverOver(tools: readonly McpTool[]): Server {
  const server = new Server(serverInfo, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler("tools/list", () => ({
    tools: tools.map(({ name: toolName, title, description, parametersSchema, readOnly }) => ({
      name: toolName,
      title,
      description,
      inputSchema: { ...parametersSchema, type: "object" as const },
      annotations: { readOnlyHint: readOnly, destructiveHint: false, idempotentHint: true },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = tools.find((candidate) => candidate.name === params.name);
    if (tool === undefined) {
      const names = tools.map((candidate) => candidate.name).join(", ");
      const text = JSON.stringify({ error: `Unknown tool. Available tools: ${names}.` });
      return { content: [{ type: "text" as const, text }], isError: true };
    }
    const { text, isError } = await tool.call({ ...params.arguments } as JsonObject);
    return { content: [{ type: "text" as const, text }], isError };
  });
  return server;
}

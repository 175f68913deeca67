import type { JsonObject, McpServer, McpTool } from "@agent-treasury/provider";
import {
  Server,
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  isLegacyRequest,
} from "@modelcontextprotocol/server";

/** The version is that of what the tools take and answer. */
const serverInfo = { name: "agent-treasury", version: "1" };

const instructions =
  "A treasury, in which you may read what there is to spend and propose spends. Rules and people decide on them; nothing that you write approves one.";

/**
 * Speaks the Model Context Protocol for a treasury, by the official SDK: Streamable HTTP without sessions,
 * each answer a whole JSON body. Clients of the revision 2026-07-28 are served, and those of 2025.
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
      // Left to itself the handler answers these by a stream of one event.
      if (await isLegacyRequest(request)) return answerLegacy(request, tools);
      const { fetch } = createMcpHandler(() => serverOver(tools), {
        legacy: "reject",
        // Nothing that it could tell of ever changes, and nothing is to stay open.
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

/** Only the revision 2025-03-26 had batches; one request of them could ask for any number of things. */
async function isBatch(request: Request): Promise<boolean> {
  return /^\s*\[/.test(await request.clone().text());
}

function refuseBatch(): Response {
  const error = { code: -32_600, message: "Send one message at a time: batches are not taken." };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 400 });
}

/** A server of one request. */
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
      const text = JSON.stringify({ error: `There is no such tool. The tools are: ${names}.` });
      return { content: [{ type: "text" as const, text }], isError: true };
    }
    const { text, isError } = await tool.call({ ...params.arguments } as JsonObject);
    return { content: [{ type: "text" as const, text }], isError };
  });
  return server;
}

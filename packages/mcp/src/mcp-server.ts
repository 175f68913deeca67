import type { JsonObject, McpServer, McpTasks, McpTool } from "@agent-treasury/provider";
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  inputRequired,
  isLegacyRequest,
} from "@modelcontextprotocol/server";
import {
  declaresTasks,
  handleTasks,
  taskMessage,
  tasksExtension,
  toolResult,
} from "./task-messages.ts";
import { listenToTasks, taskSubscriptionIn } from "./task-stream.ts";

/** The version of the tools' inputs and results. */
const serverInfo = { name: "agent-treasury", version: "1" };

const instructions =
  "Access to a treasury: read the available budget and propose spends. Rules and people approve or deny proposals. Text that you write cannot approve one.";

const approvalMessage =
  "This spend needs approval. Open the page, where approvers sign in and decide. Opening it approves nothing.";

/**
 * Serves the Model Context Protocol with the official SDK: Streamable HTTP without sessions.
 * Supports clients of protocol revision 2026-07-28, with its Tasks extension and URL elicitation, and of 2025. Responses
 * are complete JSON bodies, except subscriptions to tasks.
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
    answer: async (request, tools, tasks) => {
      const message = jsonOf(await request.clone().text());
      if (Array.isArray(message)) return refuseBatch();
      // The handler would respond with a stream of one event.
      if (await isLegacyRequest(request)) return answerLegacy(request, tools);
      const { fetch } = createMcpHandler(() => serverOver(tools, tasks), {
        legacy: "reject",
        // Each request has its own handler.
        maxSubscriptions: 1,
      });
      const response = await fetch(request);
      if (!isStream(response)) return response;
      // The SDK accepted the subscription, but does not know task ids.
      const subscription = taskSubscriptionIn(message);
      if (subscription === null) return response;
      await response.body?.cancel();
      return listenToTasks(subscription, tasks, request.signal);
    },
  };
}

function isStream({ headers }: Response): boolean {
  return headers.get("content-type") === "text/event-stream";
}

/** Undefined if the SDK will reject it. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function answerLegacy(request: Request, tools: readonly McpTool[]): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = serverOver(tools, null);
  await server.connect(transport);
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}

/** Batches of revision 2025-03-26 could contain any number of calls. */
function refuseBatch(): Response {
  const error = {
    code: -32_600,
    message: "Batches are not supported. Send one message at a time.",
  };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 400 });
}

/** @param tasks - null for revisions without the extension. */
function serverOver(tools: readonly McpTool[], tasks: McpTasks | null): Server {
  const extensions = tasks === null ? {} : { extensions: { [tasksExtension]: {} } };
  const server = new Server(serverInfo, {
    capabilities: { tools: {}, ...extensions },
    instructions,
  });
  server.setRequestHandler("tools/list", ({ params }) => {
    if (params?.cursor === undefined) return { tools: tools.map(describeTool) };
    const message = "Invalid `cursor`. The list of tools has one page.";
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  });
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const tool = tools.find((candidate) => candidate.name === params.name);
    if (tool === undefined) {
      const names = tools.map((candidate) => candidate.name).join(", ");
      const message = `Unknown tool. Available tools: ${names}.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    const answer = await tool.call({ ...params.arguments } as JsonObject);
    const { approvalUrl } = answer;
    const opensPages = tasks !== null && server.getClientCapabilities()?.elicitation?.url;
    // A client repeats the call with its response, whatever it is: only the page decides.
    if (approvalUrl !== undefined && opensPages && mcpReq.inputResponses === undefined) {
      const approval = inputRequired.elicitUrl({ url: approvalUrl, message: approvalMessage });
      return inputRequired({ inputRequests: { approval } });
    }
    const isTask = tasks !== null && declaresTasks(server.getClientCapabilities());
    if (answer.task === null || !isTask) return toolResult(answer);
    return { ...taskMessage(answer.task), resultType: "task", content: [] };
  });
  if (tasks !== null) handleTasks(server, tasks);
  return server;
}

function describeTool({
  parametersSchema,
  resultSchema,
  call: _call,
  ...described
}: McpTool): Tool {
  return {
    ...described,
    inputSchema: { ...parametersSchema, type: "object" },
    outputSchema: { ...resultSchema, type: "object" },
  };
}

import type { JsonObject, McpServer } from "@agent-treasury/provider";

/** A tool call, or nothing for the list of tools. */
export interface PlainMcpCall {
  readonly tool?: string;
  readonly arguments?: JsonObject;
}

/**
 * A stand-in for a Model Context Protocol server: it accepts a call as plain JSON and returns the
 * tools' names or the tool's result. For tests of everything but the protocol.
 */
export function plainMcpServer(): McpServer {
  return {
    specificationVersion: "1",
    answer: async (request, tools) => {
      const call = (await request.json()) as PlainMcpCall;
      if (call.tool === undefined) return Response.json({ tools: tools.map(({ name }) => name) });
      const tool = tools.find(({ name }) => name === call.tool);
      if (tool === undefined) return Response.json({ error: "no such tool" }, { status: 400 });
      const { text, isError } = await tool.call(call.arguments ?? {});
      return Response.json({ isError, content: JSON.parse(text) as unknown });
    },
  };
}

import type { JsonObject, McpServer } from "@agent-treasury/provider";

/** What the stand-in takes: a call of a tool, or nothing for the list of tools. */
export interface PlainMcpCall {
  readonly tool?: string;
  readonly arguments?: JsonObject;
}

/**
 * A stand-in for what speaks the Model Context Protocol, which it does not: it takes a call as plain JSON
 * and answers with the names of the tools, or with what the tool said. For tests of what lies around it.
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

import type { JsonObject } from "./json.ts";

/** What a call of a tool came to, as text for the agent that called. */
export interface McpToolAnswer {
  /** JSON. */
  readonly text: string;
  readonly isError: boolean;
}

/** A tool that agents from elsewhere may call. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parametersSchema: JsonObject;
  /** Whether it changes nothing. */
  readonly readOnly: boolean;
  /** Checks its arguments by itself, and never rejects: what went wrong is in its answer. */
  call(input: JsonObject): Promise<McpToolAnswer>;
}

/**
 * Speaks the Model Context Protocol: makes calls of these tools out of what comes in at `/mcp`, and an
 * answer of the protocol out of what they come to.
 *
 * Whoever calls has been let in when `answer` is called, and the tools are those of that caller: nothing
 * in the request says for whom it is. The body is bounded and can be read. An answer is whole, not a
 * stream that stays open, and no state is kept from one request to the next, so that any process may
 * answer any of them. `answer` may run many times at once; it may reject, which is a failure of the service.
 */
export interface McpServer {
  readonly specificationVersion: "1";
  answer(request: Request, tools: readonly McpTool[]): Promise<Response>;
}

import type { JsonObject } from "./json.ts";

/** The result of a tool call for the agent. */
export interface McpToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** A tool that external agents may call. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parametersSchema: JsonObject;
  readonly readOnly: boolean;
  /** Validates its arguments. Never rejects: errors are in the answer. */
  call(input: JsonObject): Promise<McpToolAnswer>;
}

/**
 * Implements the Model Context Protocol by converting requests to `/mcp` into calls of these tools.
 *
 * The caller is authenticated before `answer` is called, and `tools` are limited to that caller.
 * The body has a size limit. A response is complete, and no state is stored between requests, so
 * that any process can respond. `answer` may run concurrently. A rejection is reported as a failure
 * of the service.
 */
export interface McpServer {
  readonly specificationVersion: "1";
  answer(request: Request, tools: readonly McpTool[]): Promise<Response>;
}

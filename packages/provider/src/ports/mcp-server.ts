import type { JsonObject } from "./json.ts";

/** The result of a tool call, as text for the calling agent. */
export interface McpToolAnswer {
  /** JSON. */
  readonly text: string;
  readonly isError: boolean;
}

/** A tool that external agents may call. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parametersSchema: JsonObject;
  /** Whether the tool is read-only. */
  readonly readOnly: boolean;
  /** Validates its arguments. Never rejects: errors are returned in the answer. */
  call(input: JsonObject): Promise<McpToolAnswer>;
}

/**
 * Implements the Model Context Protocol: converts requests to `/mcp` into calls of these tools, and
 * their results into protocol responses.
 *
 * The caller is authenticated before `answer` is called, and `tools` are limited to that caller.
 * The body has a size limit and is readable. A response is complete, not an open stream, and no
 * state is stored between requests, so that any process can answer any request. `answer` may run
 * concurrently. A rejection is reported as a failure of the service.
 */
export interface McpServer {
  readonly specificationVersion: "1";
  answer(request: Request, tools: readonly McpTool[]): Promise<Response>;
}

import type { JsonObject } from "./json.ts";

/** The result of a tool call for the agent. */
export interface McpToolAnswer {
  /** JSON without markup of a model. */
  readonly text: string;
  /** The same values as data; null for an error. Markup of a model in its texts is escaped. */
  readonly structured: JsonObject | null;
  readonly isError: boolean;
  /** What cannot be a text. */
  readonly files?: readonly McpFile[];
  /** The task of a proposal that has no outcome yet; null otherwise. */
  readonly task: McpTask | null;
  /** The page where a signed-in person decides, for a proposal that is new and waits. */
  readonly approvalUrl?: string;
}

/** Content beside the text of a result, as MCP defines it. */
export type McpFile =
  | { readonly type: "image"; readonly mimeType: string; readonly dataBase64: string }
  /** A file that the client reads from its address, with the credential of the agent. */
  | {
      readonly type: "link";
      readonly uri: string;
      readonly name: string;
      readonly mimeType: string | null;
    };

/** Hints for clients, as MCP defines them. */
export interface McpToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** A tool that external agents may call. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parametersSchema: JsonObject;
  /** JSON Schema of `structured`. */
  readonly resultSchema: JsonObject;
  readonly annotations: McpToolAnnotations;
  /** Validates its arguments. Never rejects: errors are in the answer. */
  call(input: JsonObject): Promise<McpToolAnswer>;
}

/** A proposal, as a task of MCP's Tasks extension. Times are ISO 8601, UTC. */
export interface McpTask {
  /** The proposal's id. */
  readonly id: string;
  /** `working` while a person or a payment is awaited. A denial completes it, too. */
  readonly status: "working" | "completed";
  /** Describes the status. */
  readonly message: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The time when a pending proposal is denied automatically; null without expiry. */
  readonly expiresAt: string | null;
  /** Null while `working`. */
  readonly answer: McpToolAnswer | null;
}

/** An open subscription to tasks. */
export interface McpTaskStream {
  /** Those that are the agent's own. */
  readonly taskIds: readonly string[];
  /** The present tasks, then each change. Null is a heartbeat. Ends when all are completed. */
  readonly changes: AsyncGenerator<McpTask | null, void, undefined>;
  /** Aborts when the subscription has to end, also while its client reads nothing. */
  readonly ended: AbortSignal;
}

/** The tasks of one agent. */
export interface McpTasks {
  /** Null if the agent has no such task. */
  read(taskId: string): Promise<McpTask | null>;
  /** Denies a pending proposal in the agent's name. False if the agent has no such task. */
  cancel(taskId: string): Promise<boolean>;
  /**
   * Subscribes until the signal aborts.
   *
   * @throws TreasuryError `rate_limited` if too many subscriptions are open.
   */
  watch(taskIds: readonly string[], signal: AbortSignal): Promise<McpTaskStream>;
}

/**
 * Implements the Model Context Protocol by converting requests to `/mcp` into calls of these tools.
 *
 * The caller is authenticated before `answer` is called, and `tools` and `tasks` are limited to that
 * caller. The body has a size limit. No state is stored between requests, so that any process can
 * respond. A response is complete, or a stream of events that ends with its task stream. `answer`
 * may run concurrently. A TreasuryError becomes its response, and another rejection is reported as a
 * failure of the service.
 */
export interface McpServer {
  readonly specificationVersion: "1";
  answer(request: Request, tools: readonly McpTool[], tasks: McpTasks): Promise<Response>;
}

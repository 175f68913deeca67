import type { McpFile, McpTask, McpTasks, McpToolAnswer } from "@agent-treasury/provider";
import {
  type CallToolResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
  fromJsonSchema,
} from "@modelcontextprotocol/server";

/** The identifier of the Tasks extension. */
export const tasksExtension = "io.modelcontextprotocol/tasks";

const pollIntervalMs = 5_000;

export function toolResult({
  text,
  structured,
  isError,
  files = [],
}: McpToolAnswer): CallToolResult {
  return {
    content: [{ type: "text", text }, ...files.map(contentOf)],
    isError,
    ...(structured !== null && { structuredContent: structured }),
  };
}

function contentOf(file: McpFile): CallToolResult["content"][number] {
  if (file.type === "image") {
    return { type: "image", mimeType: file.mimeType, data: file.dataBase64 };
  }
  const { uri, name, mimeType } = file;
  return { type: "resource_link", uri, name, ...(mimeType !== null && { mimeType }) };
}

/** The task as `tasks/get` and `notifications/tasks` return it. */
export function taskMessage(task: McpTask): Record<string, unknown> {
  const { id, status, message, createdAt, updatedAt, expiresAt, answer } = task;
  return {
    taskId: id,
    // Not `input_required`: a person decides in the treasury, and the client cannot answer instead.
    status,
    statusMessage: message,
    createdAt,
    lastUpdatedAt: updatedAt,
    ttlMs: expiresAt === null ? null : Date.parse(expiresAt) - Date.parse(createdAt),
    pollIntervalMs,
    ...(answer !== null && { result: toolResult(answer) }),
  };
}

/** Whether a request declares the extension. Earlier requests do not count. */
export function declaresTasks(capabilities: unknown): boolean {
  const { extensions } = (capabilities ?? {}) as { readonly extensions?: unknown };
  return typeof extensions === "object" && extensions !== null && tasksExtension in extensions;
}

export function missingTasks(): MissingRequiredClientCapabilityError {
  const requiredCapabilities = { extensions: { [tasksExtension]: {} } };
  return new MissingRequiredClientCapabilityError({ requiredCapabilities });
}

const params = fromJsonSchema<{ readonly taskId: string }>({
  type: "object",
  properties: { taskId: { type: "string" } },
  required: ["taskId"],
});

/** Serves the extension's methods. */
export function handleTasks(server: Server, tasks: McpTasks): void {
  const handle = (method: string, answer: (taskId: string) => Promise<Result | null>): void => {
    server.setRequestHandler(method, { params }, async ({ taskId }) => {
      if (!declaresTasks(server.getClientCapabilities())) throw missingTasks();
      const result = await answer(taskId);
      if (result !== null) return result;
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        "You have no task with this `taskId`.",
      );
    });
  };
  handle("tasks/get", async (taskId) => {
    const task = await tasks.read(taskId);
    return task && taskMessage(task);
  });
  // Tasks request no input, so every response to one is ignored.
  handle("tasks/update", async (taskId) => (await tasks.read(taskId)) && {});
  handle("tasks/cancel", async (taskId) => ((await tasks.cancel(taskId)) ? {} : null));
}

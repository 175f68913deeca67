import type { McpTaskStream, McpTasks } from "@agent-treasury/provider";
import {
  CLIENT_CAPABILITIES_META_KEY,
  INVALID_PARAMS,
  SUBSCRIPTION_ID_META_KEY,
} from "@modelcontextprotocol/server";
import { declaresTasks, missingTasks, taskMessage } from "./task-messages.ts";

const maximumTasks = 20;

/** A `subscriptions/listen` request for tasks. */
interface TaskSubscription {
  readonly id: string | number;
  readonly taskIds: unknown;
  readonly capabilities: unknown;
}

interface ListenMessage {
  readonly id: string | number;
  readonly method?: unknown;
  readonly params?: {
    readonly notifications?: { readonly taskIds?: unknown };
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

/** @param message - which the SDK accepted as a request of revision 2026-07-28. */
export function taskSubscriptionIn(message: unknown): TaskSubscription | null {
  const { id, method, params = {} } = message as ListenMessage;
  const { notifications: { taskIds } = {}, _meta: meta = {} } = params;
  if (method !== "subscriptions/listen" || taskIds === undefined) return null;
  return { id, taskIds, capabilities: meta[CLIENT_CAPABILITIES_META_KEY] };
}

/** Responds with a stream of server-sent events. */
export async function listenToTasks(
  { id, taskIds, capabilities }: TaskSubscription,
  tasks: McpTasks,
  signal: AbortSignal,
): Promise<Response> {
  if (!declaresTasks(capabilities)) {
    const { code, message, data } = missingTasks();
    return refusal(id, { code, message, data });
  }
  if (!isTaskIds(taskIds)) {
    const message = `\`taskIds\` must be 1 to ${maximumTasks} ids of tasks.`;
    return refusal(id, { code: INVALID_PARAMS, message });
  }
  const leave = new AbortController();
  const stream = await tasks.watch(taskIds, AbortSignal.any([signal, leave.signal]));
  const headers = { "content-type": "text/event-stream" };
  return new Response(eventsOf(id, stream, leave), { headers });
}

function isTaskIds(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > maximumTasks) return false;
  return value.every((item) => typeof item === "string");
}

function refusal(id: string | number, error: object): Response {
  return Response.json({ jsonrpc: "2.0", id, error }, { status: 400 });
}

/** Reads the next change once the client has read the one before. */
function eventsOf(
  id: string | number,
  { taskIds, changes, ended }: McpTaskStream,
  leave: AbortController,
): ReadableStream<Uint8Array> {
  const meta = { [SUBSCRIPTION_ID_META_KEY]: id };
  const notification = (method: string, params: object): Uint8Array =>
    event({ method, params: { ...params, _meta: meta } });
  let isOpen = true;
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const acknowledged = { notifications: { taskIds } };
      controller.enqueue(notification("notifications/subscriptions/acknowledged", acknowledged));
      const finish = (): void => {
        if (!isOpen) return;
        isOpen = false;
        controller.enqueue(event({ id, result: { resultType: "complete", _meta: meta } }));
        controller.close();
      };
      if (ended.aborted) finish();
      else ended.addEventListener("abort", finish, { once: true });
    },
    pull: async (controller) => {
      const { done, value } = await changes.next();
      // The end of the changes aborts `ended`.
      if (done === true || !isOpen) return;
      controller.enqueue(
        value === null ? heartbeat : notification("notifications/tasks", taskMessage(value)),
      );
    },
    cancel: async () => {
      isOpen = false;
      leave.abort();
      await changes.return();
    },
  });
}

const encoder = new TextEncoder();

/** Clients ignore this comment. */
const heartbeat = encoder.encode(": still here\n\n");

function event(message: object): Uint8Array {
  return encoder.encode(
    `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`,
  );
}

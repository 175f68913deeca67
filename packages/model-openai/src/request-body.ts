import type { ModelMessage, ModelRequest, ModelTool } from "@agent-treasury/provider";
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import type { Connection } from "./connection.ts";

export function requestBody(
  { model, isOpenai }: Connection,
  { messages, tools = [], maximumOutputTokens }: ModelRequest,
  temperature: number | undefined,
): ChatCompletionCreateParamsStreaming {
  return {
    model,
    messages: messages.map(messageParam),
    stream: true,
    stream_options: { include_usage: true },
    // OpenAI's newer models reject the old name, and some servers ignore the new one.
    ...(isOpenai
      ? { max_completion_tokens: maximumOutputTokens }
      : { max_tokens: maximumOutputTokens }),
    ...(tools.length === 0 ? {} : { tools: tools.map(toolParam) }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}

function messageParam(message: ModelMessage): ChatCompletionMessageParam {
  if (message.role === "tool") {
    return { role: "tool", tool_call_id: message.callId, content: message.content };
  }
  const { role, content } = message;
  if (role !== "assistant" || message.calls === undefined || message.calls.length === 0) {
    return { role, content };
  }
  return {
    role,
    content: content === "" ? null : content,
    tool_calls: message.calls.map(({ id, name, arguments: text }) => ({
      id,
      type: "function",
      function: { name, arguments: isObject(text) ? text : "{}" },
    })),
  };
}

function toolParam({ name, description, parametersSchema }: ModelTool): ChatCompletionFunctionTool {
  return { type: "function", function: { name, description, parameters: { ...parametersSchema } } };
}

/** Some servers reject a conversation with a malformed call; its result describes the problem. */
function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

import type { ModelMessage } from "@agent-treasury/provider";

export interface ToolResponse {
  readonly name: string;
  /** Null when the result is not JSON. */
  readonly content: unknown;
}

export interface Conversation {
  /** The user's latest message. */
  readonly directive: string;
  /** The tool results since then, in order. */
  readonly responses: readonly ToolResponse[];
  /** The tools that the system prompt offers. */
  readonly tools: readonly string[];
}

const responseTag = "<tool_response>";

/** Reads a turn's messages: system, history, the latest message, then calls and responses. */
export function readConversation(messages: readonly ModelMessage[]): Conversation {
  const directiveAt = messages.findLastIndex(
    ({ role, content }) => role === "user" && !content.trimStart().startsWith(responseTag),
  );
  const after = messages.slice(directiveAt + 1).filter(({ role }) => role === "user");
  const system = messages.filter(({ role }) => role === "system");
  return {
    directive: messages[directiveAt]?.content ?? "",
    responses: after.flatMap(({ content }) => responsesIn(content)),
    tools: system.flatMap(({ content }) => toolsIn(content)),
  };
}

function responsesIn(content: string): readonly ToolResponse[] {
  return [...content.matchAll(/<tool_response>([\s\S]*?)<\/tool_response>/g)].map((match) => {
    const parsed = parse(match[1] ?? "");
    return {
      name: textOf(parsed, "name") ?? "",
      content: isObject(parsed) && "content" in parsed ? parsed["content"] : null,
    };
  });
}

function toolsIn(prompt: string): readonly string[] {
  const sections = [...prompt.matchAll(/<tools>([\s\S]*?)<\/tools>/g)].map(
    (match) => match[1] ?? "",
  );
  return sections
    .join("\n")
    .split("\n")
    .flatMap((line) => {
      const schema = parse(line);
      const described = isObject(schema) ? (schema["function"] ?? schema) : undefined;
      const name = textOf(described, "name");
      return name === undefined ? [] : [name];
    });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a text field of an object. */
export function textOf(value: unknown, field: string): string | undefined {
  const text = isObject(value) ? value[field] : undefined;
  return typeof text === "string" && text !== "" ? text : undefined;
}

import type { ModelMessage } from "@agent-treasury/provider";

/** What a tool answered, as far as it can be read. */
export interface ToolResponse {
  readonly name: string;
  /** Null when the answer is not JSON. */
  readonly content: unknown;
}

/** A conversation as the stand-in reads it. */
export interface Conversation {
  /** The last thing that the operator said. */
  readonly directive: string;
  /** What the tools answered since then, in order. */
  readonly responses: readonly ToolResponse[];
  /** The names of the tools that the system prompt offers. */
  readonly tools: readonly string[];
}

const responseTag = "<tool_response>";

/** Reads the messages that a turn sends: system, history, the directive, then calls and responses. */
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

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field's text, when the value is an object that has it. */
export function textOf(value: unknown, field: string): string | undefined {
  const text = isObject(value) ? value[field] : undefined;
  return typeof text === "string" && text !== "" ? text : undefined;
}

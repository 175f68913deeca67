import { CallContent, type Fields, isCount, isFields } from "./call-content.ts";
import type { CallBounds } from "./worst-case.ts";

/** Reads what bounds the cost of a request to chat completions, responses or messages. */
export function requestBounds(json: string, body: Fields): CallBounds {
  const content = new CallContent();
  const { n, tools, ...fields } = body;
  const choices = n ?? 1;
  content.fields(isCount(choices) ? fields : { ...fields, "invalid n": choices });
  for (const name of ["messages", "input", "system"]) content.parts(body[name]);
  if (Array.isArray(tools))
    content.tools(tools.map((tool) => (isFields(tool) ? tool["type"] : "unknown")));
  const limits = ["max_tokens", "max_completion_tokens", "max_output_tokens"]
    .map((name) => body[name])
    .filter(isCount);
  const outputLimit = limits.length > 0 ? Math.max(...limits) : undefined;
  return content.bounds(json, outputLimit, isCount(choices) ? choices : 1);
}

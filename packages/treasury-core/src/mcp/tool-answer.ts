import type { Json, JsonObject, McpTask, McpToolAnswer } from "@agent-treasury/provider";
import { escapeForModel, escapedJson } from "@agent-treasury/tool-call-markup";

/** Clients pass either the text or the data to a model. */
export function toolAnswer(report: JsonObject, task: McpTask | null): McpToolAnswer {
  const structured = withoutMarkup(report) as JsonObject;
  return { text: escapedJson(report), structured, isError: false, task };
}

/** Unlike in the text, JSON escapes would be undone before a model reads the data. */
function withoutMarkup(value: Json): Json {
  if (typeof value === "string") return escapeForModel(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => withoutMarkup(item));
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .filter(([, field]) => field !== undefined)
      .map(([name, field]) => [name, withoutMarkup(field)]),
  );
}

import type { JsonObject, McpFile, McpTask, McpToolAnswer } from "@agent-treasury/provider";
import { escapeFieldsForModel, escapedJson } from "@agent-treasury/tool-call-markup/text";

/** Clients pass either the text or the data to a model. */
export function toolAnswer(
  report: JsonObject,
  task: McpTask | null,
  files: readonly McpFile[] = [],
): McpToolAnswer {
  const structured = escapeFieldsForModel(report);
  return { text: escapedJson(report), structured, isError: false, files, task };
}

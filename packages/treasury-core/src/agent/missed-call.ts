import type { JsonObject } from "@agent-treasury/provider";
import {
  JsonReader,
  malformedReason,
  type MarkupEvent,
  type MarkupMalformed,
  defaultMarkupLimits,
  maxSourceCharacters,
} from "@agent-treasury/tool-call-markup";

const callTag = /<tool_call[\s>/]/i;
/** Limits the work of parsing. */
const maximumBlocks = 8;

/**
 * Finds a likely call in an answer without calls: inside a thought without prose, or JSON without tags. It is
 * reported to the model and never run.
 */
export function missedCall(
  markup: readonly MarkupEvent[],
  toolNames: ReadonlySet<string>,
): MarkupMalformed | null {
  let thought = "";
  let prose = "";
  for (const event of markup) {
    if (event.kind === "thought") thought += event.text;
    else if (event.kind === "text") prose += event.text;
    else return null;
  }
  if (prose.trim() === "") {
    const at = thought.search(callTag);
    return at === -1 ? null : missed(malformedReason.inThought, thought.slice(at));
  }
  for (const candidate of candidates(prose)) {
    if (isCall(candidate, toolNames)) return missed(malformedReason.noTags, candidate);
  }
  return null;
}

/** Returns fenced blocks, otherwise the text from the first bracket of a line to the last bracket. */
function candidates(prose: string): readonly string[] {
  const blocks = prose.split("```");
  if (blocks.length > 2) {
    const fenced = blocks.filter((_block, index) => index % 2 === 1);
    return fenced.slice(0, maximumBlocks).map((block) => block.replace(/^[a-z_]+\s/i, ""));
  }
  const begin = prose.search(/^[ \t]*[{[]/m);
  const end = Math.max(prose.lastIndexOf("}"), prose.lastIndexOf("]"));
  return begin === -1 || end < begin ? [] : [prose.slice(begin, end + 1)];
}

function isCall(text: string, toolNames: ReadonlySet<string>): boolean {
  const reader = new JsonReader(defaultMarkupLimits);
  // Wrapped, because the reader accepts only an object as the outermost value.
  const wrapped = `{"value":${text}}`;
  if (reader.read(wrapped, 0) < wrapped.length) return false;
  const value = reader.end()?.["value"] ?? null;
  const calls = Array.isArray(value) ? value : [value];
  return calls.some((call) => isCallObject(call, toolNames));
}

function isCallObject(call: unknown, toolNames: ReadonlySet<string>): boolean {
  if (typeof call !== "object" || call === null) return false;
  const { name, ...rest } = call as JsonObject;
  if (typeof name !== "string" || !toolNames.has(name)) return false;
  return Object.hasOwn(rest, "arguments") || Object.hasOwn(rest, "parameters");
}

function missed(reason: string, source: string): MarkupMalformed {
  return { kind: "malformed", reason, source: source.slice(0, maxSourceCharacters) };
}

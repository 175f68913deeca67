import type { JsonObject } from "@agent-treasury/provider";
import { type CallableTools, callFormFinder, type FindCallForm } from "./call-forms.ts";
import { cleanText } from "./clean-text.ts";
import { JsonReader } from "./json-reader.ts";
import { malformedReason, withoutForm } from "./malformed-reason.ts";
import type { MarkupEvent, MarkupMalformed } from "./markup-event.ts";
import { defaultMarkupLimits, maxSourceCharacters } from "./markup-limits.ts";

/** Limits the work of parsing. */
const maximumBlocks = 8;

/** Wording for a model that calls tools by function calling. */
const inText =
  "This call is text, so it was not run. Call the tool by function calling. If it is your answer, give it again.";

/** A whole answer of a model. */
export interface MarkedAnswer {
  /** Its parts in order. */
  readonly markup: readonly MarkupEvent[];
  /** Calls by function calling. Null for a model that writes its calls in the text. */
  readonly native: readonly unknown[] | null;
  /** Why it ended, for example `stop` or `refusal`. */
  readonly finish: string;
  /** The reasoning of an empty answer. */
  readonly reasoning: string;
  /** A call in a form that the request did not offer. */
  readonly strayCall: string | null;
}

/**
 * Returns a function that finds a likely call of these tools in an answer without calls: inside a thought without prose, in the form of
 * another model, in a field of an older API, or as JSON without tags. It is reported to the model
 * and never run. Prose that explains such a form is reported as well, because only the model knows
 * what it means.
 */
export function missedCallFinder(
  tools: CallableTools,
): (answer: MarkedAnswer) => MarkupMalformed | null {
  const findCallForm = callFormFinder(tools);
  return (answer) => missedCall(answer, tools, findCallForm);
}

function missedCall(
  { markup, native, finish, reasoning, strayCall }: MarkedAnswer,
  tools: CallableTools,
  findCallForm: FindCallForm,
): MarkupMalformed | null {
  // A provider that withheld the answer would withhold the next one.
  if (finish === "refusal") return null;
  let thought = reasoning;
  let prose = "";
  for (const event of markup) {
    if (event.kind === "thought") thought += event.text;
    else if (event.kind === "text") prose += event.text;
    else return null;
  }
  const isNative = native !== null;
  const otherForm = isNative ? inText : malformedReason.otherForm;
  if (strayCall !== null) return missed(otherForm, strayCall);
  if (prose.trim() === "") {
    const at = findCallForm(thought);
    const { inThought } = malformedReason;
    return at === -1
      ? null
      : missed(isNative ? withoutForm(inThought) : inThought, thought.slice(at));
  }
  const json = candidates(prose).find((candidate) => isCall(candidate, tools));
  if (json !== undefined) return missed(isNative ? inText : malformedReason.noTags, json);
  const at = findCallForm(prose);
  return at === -1 ? null : missed(otherForm, prose.slice(at));
}

/** Returns whether the model stopped without an answer or a call. */
export function isEmptyAnswer({ markup, finish }: MarkedAnswer): boolean {
  return finish === "stop" && markup.every(isBlank);
}

function isBlank(event: MarkupEvent): boolean {
  return event.kind === "thought" || (event.kind === "text" && event.text.trim() === "");
}

/** The report of an empty answer. */
export const noAnswer: MarkupMalformed = missed(malformedReason.noAnswer, "");

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

function isCall(text: string, tools: CallableTools): boolean {
  const reader = new JsonReader(defaultMarkupLimits);
  // Wrapped, because the reader accepts only an object as the outermost value.
  const wrapped = `{"value":${text}}`;
  if (reader.read(wrapped, 0) < wrapped.length) return false;
  const value = reader.end()?.["value"] ?? null;
  const calls = Array.isArray(value) ? value : [value];
  return calls.some((call) => isCallObject(call, tools));
}

function isCallObject(call: unknown, tools: CallableTools): boolean {
  if (typeof call !== "object" || call === null) return false;
  const { name, ...rest } = call as JsonObject;
  const parameters = typeof name === "string" ? tools.get(name) : undefined;
  if (parameters === undefined) return false;
  return ["arguments", "parameters", ...parameters].some((field) => Object.hasOwn(rest, field));
}

function missed(reason: string, source: string): MarkupMalformed {
  return { kind: "malformed", reason, source: cleanText(source.slice(0, maxSourceCharacters)) };
}

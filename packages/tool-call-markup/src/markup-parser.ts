import { AnswerParser } from "./answer-parser.ts";
import { joinMarkupEvents } from "./join-markup-events.ts";
import type { MarkupEvent } from "./markup-event.ts";
import { defaultMarkupLimits, type MarkupLimits, withDefaultLimits } from "./markup-limits.ts";
import { markupTags, thoughtTags } from "./tag-scanner.ts";

/** Reads one answer of a model, in pieces cut anywhere. */
export interface MarkupParser {
  /** Takes the next piece; returns what is final by now. Calls come out of {@link end} only. */
  push(piece: string): readonly MarkupEvent[];
  /**
   * The answer is over; returns what was still undecided. Nothing may be pushed after it.
   *
   * @param isWhole - the model stopped by itself, so that a complete call at the end of the answer
   *   counts without its closing tag
   */
  end(isWhole?: boolean): readonly MarkupEvent[];
  /** How often any character was looked at, by all steps together. Grows as the input does. */
  readonly charactersExamined: number;
}

/**
 * Makes a parser for one answer. What it decides:
 *
 * - `<tool_call>` holds one JSON object; a code fence around the tags or inside them changes
 *   nothing. Only `</tool_call>` ends a call well, and a tag inside a JSON string is a part of the
 *   string. Any other of our tags outside of a string ends the call as malformed and then counts.
 * - Nothing inside `<think>` is a call. Openers nest, and one that is never closed takes the rest.
 * - A `</think>` without opener means that all before it was thought, since some templates write
 *   the opener into the prompt: calls before it become malformed. Calls are therefore let out by
 *   `end()`, with whatever follows the first of them.
 * - `<tool_response>` is for the service to write: from the model it is malformed as a whole, and
 *   nothing in it is a call.
 * - A closing tag that closes nothing is left out of the text.
 * - An answer that ends inside a tag whose name is complete counts as if the tag were there. It closes
 *   a call only where the model stopped by itself. A complete call without its closing tag is one then.
 *
 * Strings come out well-formed: lone surrogates become U+FFFD. U+0000, which some storage refuses, stays in
 * prose and thought as the model wrote it, and makes a call that has it malformed.
 *
 * Nothing throws, whatever the model writes, except a push after the end.
 *
 * @example
 * ```ts
 * const parser = createMarkupParser();
 * const events = [...parser.push("Looking. <tool_"), ...parser.push('call>{"name": "check_treasury"}')];
 * events.push(...parser.push("</tool_call>"), ...parser.end());
 * ```
 */
export function createMarkupParser(limits: Partial<MarkupLimits> = {}): MarkupParser {
  return new AnswerParser(withDefaultLimits(limits), markupTags);
}

/**
 * Makes a parser for an answer whose calls come beside the text: it tells thought from prose as the other
 * one does, and what looks like a call or a response stays prose, to be shown and not obeyed.
 */
export function createThoughtParser(): MarkupParser {
  return new AnswerParser(defaultMarkupLimits, thoughtTags);
}

/** Reads a whole answer; its events are joined. */
export function parseMarkup(text: string, limits: Partial<MarkupLimits> = {}): MarkupEvent[] {
  // Most answers of a model that calls nothing have no markup, and end here.
  if (text !== "" && !text.includes("<")) return [{ kind: "text", text: text.toWellFormed() }];
  const parser = createMarkupParser(limits);
  return joinMarkupEvents([...parser.push(text), ...parser.end()]);
}

import { AnswerParser } from "./answer-parser.ts";
import { joinMarkupEvents } from "./join-markup-events.ts";
import type { MarkupEvent } from "./markup-event.ts";
import { defaultMarkupLimits, type MarkupLimits, withDefaultLimits } from "./markup-limits.ts";
import { markupTags, thoughtTags } from "./tag-scanner.ts";

/** Parses one answer of a model in pieces of any size. */
export interface MarkupParser {
  /** Adds a piece, and returns the final events. Only {@link end} returns calls. */
  push(piece: string): readonly MarkupEvent[];
  /**
   * Ends the answer, and returns the remaining events. A later push throws.
   *
   * @param isWhole - the model stopped by itself, so that a complete call at the end of the answer
   * counts without its closing tag
   */
  end(isWhole?: boolean): readonly MarkupEvent[];
  /** The total number of character examinations, which is linear in the input. */
  readonly charactersExamined: number;
}

/**
 * Creates a parser for one answer.
 *
 * - `<tool_call>` contains one JSON object; code fences are ignored. Only `</tool_call>` ends a
 *   valid call, and a tag inside a JSON string is part of the string. Another known tag makes the
 *   call malformed, and then takes effect.
 * - Nothing inside `<think>` is a call. Openers nest, and an unclosed one extends to the end. Other
 *   known forms of thoughts, such as `<thinking>` and `[THINK]`, end with their own closing tag.
 * - A `</think>` without an opener makes everything before it thought, because some templates write
 *   the opener into the prompt. Calls before it become malformed. Therefore `end()` returns calls
 *   and all later events.
 * - `<tool_response>` is reserved for the service. From the model it is malformed with all its
 *   content.
 * - A closing tag without an opener is removed from the text.
 * - An answer that ends inside a tag with a complete name counts as if the tag were complete. It
 *   closes a call only if the model stopped by itself, and so does a complete call without its
 *   closing tag.
 *
 * Strings are well-formed: lone surrogates become U+FFFD. U+0000 is preserved in prose and thought,
 * and makes a call malformed. Only a push after the end throws.
 *
 * @example
 * ```ts
 * const parser = createMarkupParser();
 * const events = [...parser.push("Looking. <tool_"), ...parser.push('call>{"name":
 * "check_treasury"}')];
 * events.push(...parser.push("</tool_call>"), ...parser.end());
 * ```
 */
export function createMarkupParser(limits: Partial<MarkupLimits> = {}): MarkupParser {
  return new AnswerParser(withDefaultLimits(limits), markupTags);
}

/**
 * Creates a parser for native tool calls. It separates thought from prose, and markup of calls is
 * prose.
 */
export function createThoughtParser(): MarkupParser {
  return new AnswerParser(defaultMarkupLimits, thoughtTags);
}

export function parseMarkup(text: string, limits: Partial<MarkupLimits> = {}): MarkupEvent[] {
  // Most answers without calls have no markup.
  const mayHaveTags = text.includes("<") || text.includes("[") || text.includes("\u25C1");
  if (text !== "" && !mayHaveTags) return [{ kind: "text", text: text.toWellFormed() }];
  const parser = createMarkupParser(limits);
  return joinMarkupEvents([...parser.push(text), ...parser.end()]);
}

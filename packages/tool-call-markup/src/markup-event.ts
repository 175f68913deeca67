import type { JsonObject } from "@agent-treasury/provider";

/** Prose outside of markup. Well-formed, and may contain U+0000. */
export interface MarkupText {
  readonly kind: "text";
  readonly text: string;
}

/** The content of `<think>`, in which no call counts. Well-formed, and may contain U+0000. */
export interface MarkupThought {
  readonly kind: "thought";
  readonly text: string;
  /**
   * Present when `</think>` came without its opener, which some chat templates put into the prompt:
   * earlier text of this answer was thought. {@link joinMarkupEvents} applies and removes it.
   */
  readonly textBeforeWasThought?: true;
}

/** A valid call. Its strings are well-formed, without U+0000; its numbers are finite. */
export interface MarkupCall {
  readonly kind: "call";
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Markup that is not executed. The reason is a message to the model. */
export interface MarkupMalformed {
  readonly kind: "malformed";
  readonly reason: string;
  /** The beginning of the model's text, at most 200 characters. */
  readonly source: string;
}

export type MarkupEvent = MarkupText | MarkupThought | MarkupCall | MarkupMalformed;

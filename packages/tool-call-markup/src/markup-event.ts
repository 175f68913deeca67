import type { JsonObject } from "@agent-treasury/provider";

/** Prose outside of any markup. Well-formed; U+0000 is left in it. */
export interface MarkupText {
  readonly kind: "text";
  readonly text: string;
}

/** What the model wrote inside `<think>`; nothing in it is obeyed. Well-formed; U+0000 is left in it. */
export interface MarkupThought {
  readonly kind: "thought";
  readonly text: string;
  /**
   * Present when `</think>` came without its opener, which some chat templates write into the
   * prompt: the text given earlier in this answer was thought as well.
   * {@link joinMarkupEvents} applies it, so joined events never carry it.
   */
  readonly textBeforeWasThought?: true;
}

/** A call to obey. Its strings are well-formed, without U+0000; its numbers are finite. */
export interface MarkupCall {
  readonly kind: "call";
  readonly name: string;
  /** An empty object when the model gave none. */
  readonly arguments: JsonObject;
}

/** Markup that is not obeyed. The reason is a text for the model: what was wrong, how to write it. */
export interface MarkupMalformed {
  readonly kind: "malformed";
  readonly reason: string;
  /** The beginning of what the model wrote, at most 200 characters. */
  readonly source: string;
}

/** One thing found in a model's answer, in the order in which it was written. */
export type MarkupEvent = MarkupText | MarkupThought | MarkupCall | MarkupMalformed;

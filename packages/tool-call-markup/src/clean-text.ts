import { readOutsideText } from "@agent-treasury/contract";

/** The maximum number of passes of {@link cleanText} over a text. */
export const cleanTextPasses = 6;

/**
 * Text for people and for the model: lone surrogates and U+0000, which storage refuses, become U+FFFD, and
 * bidirectional controls are removed.
 */
export function cleanText(text: string): string {
  return readOutsideText(text).text;
}

/** As `cleanText`, with bidirectional controls: a schema still has to reject the arguments of a call. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}

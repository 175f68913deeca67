import { readOutsideText } from "@agent-treasury/contract";

export const cleanTextPasses = 6;

/**
 * Cleans text for people and for the model: lone surrogates and U+0000, which storage rejects,
 * become U+FFFD, and bidirectional controls are removed.
 */
export function cleanText(text: string): string {
  return readOutsideText(text).text;
}

/**
 * As `cleanText`, but preserves bidirectional controls so that a schema can reject them in
 * arguments.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}

/** How often {@link cleanText} looks at a character, at most. */
export const cleanTextPasses = 4;

/** Lone surrogates, and U+0000, which storage refuses, become U+FFFD. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\uFFFD") : wellFormed;
}

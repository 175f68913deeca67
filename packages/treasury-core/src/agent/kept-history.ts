import type { ChatMessage } from "@agent-treasury/contract";

/** Characters of the history that a turn keeps, and that its model reads. */
export const maximumHistoryCharacters = 65_536;

/**
 * Returns the newest messages of a history that fit into the bound, whole ones only. A turn's records keep them as
 * long as the turn, and every process that resumes the turn gives its model the same ones.
 */
export function keptHistory(
  history: readonly ChatMessage[],
  maximumCharacters: number,
): readonly ChatMessage[] {
  let left = maximumCharacters;
  let from = history.length;
  for (const { content } of history.toReversed()) {
    if (left <= 0 || content.length > left) break;
    left -= content.length;
    from -= 1;
  }
  return history.slice(from);
}

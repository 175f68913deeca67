import type { ChatMessage } from "@agent-treasury/contract";

/** Characters of the history that a turn keeps, and that its model reads. */
export const maximumHistoryCharacters = 65_536;

/**
 * The newest messages of a history that fit into the bound, whole ones only. A turn's records keep them as
 * long as the turn, and every process that resumes the turn gives its model the same ones.
 */
export function keptHistory(history: readonly ChatMessage[]): readonly ChatMessage[] {
  let left = maximumHistoryCharacters;
  let from = history.length;
  for (const { content } of history.toReversed()) {
    left -= content.length;
    if (left < 0) break;
    from -= 1;
  }
  return history.slice(from);
}

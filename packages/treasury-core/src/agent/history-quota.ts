import type { ChatMessage } from "@agent-treasury/contract";
import type { Key } from "@agent-treasury/provider";
import type { Books } from "../ledger/books.ts";
import type { Command } from "../ledger/command.ts";

/** Maximum number of history characters that a turn persists and sends to its model. */
export const maximumHistoryCharacters = 65_536;
/** Maximum number of history characters that all turns of a workspace persist in one business day. */
const maximumDailyCharacters = 4_194_304;
/** One document per workspace, with the count of the newest day. */
const key: Key = { kind: "turn_history", id: "today" };
/** After this time the day is over in every time zone. */
const keptMs = 3 * 86_400_000;

interface DayHistory {
  /** The business day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly characters: number;
}

/** Number of messages, counted from the newest, that the turn persists. */
export interface HistoryShare {
  readonly historyMessages: number;
}

/**
 * The same command, which also counts the turn's history against the workspace's day, in the same commit.
 * A turn persists the newest whole messages that fit. A turn beyond the quota begins without history.
 */
export function withHistoryQuota<Answer extends object>(
  command: Command<Answer>,
  history: readonly ChatMessage[],
): Command<Answer & HistoryShare> {
  const reads = history.length === 0 ? command.reads : [...command.reads, key];
  return {
    name: command.name,
    reads,
    reduce: (books, now) => {
      const outcome = command.reduce(books, now);
      if (outcome.kind === "refused") return outcome;
      const { day } = books.tip.account;
      const counted = history.length === 0 ? 0 : charactersOn(books, day);
      const left = Math.max(maximumDailyCharacters - counted, 0);
      const lengths = newestThatFit(history, Math.min(left, maximumHistoryCharacters));
      const answer = { ...outcome.answer, historyMessages: lengths.length };
      if (outcome.kind === "unchanged" || lengths.length === 0) return { ...outcome, answer };
      const { epoch } = outcome.changes.tip;
      const characters = lengths.reduce((sum, length) => sum + length, counted);
      const fields = { epoch, ordinal: null, open: false, dueAt: null, expiresAt: now + keptMs };
      const doc = { ...key, ...fields, body: { day, characters } };
      const changes = { ...outcome.changes, put: [...outcome.changes.put, doc] };
      return { kind: "changed", answer, changes };
    },
  };
}

function charactersOn(books: Books, day: string): number {
  const known = books.doc(key)?.body as unknown as DayHistory | undefined;
  return known?.day === day ? known.characters : 0;
}

/** Returns the lengths of the newest messages that fit, the newest first. */
function newestThatFit(history: readonly ChatMessage[], maximumCharacters: number): number[] {
  const lengths: number[] = [];
  let left = maximumCharacters;
  for (const { content } of history.toReversed()) {
    if (left <= 0 || content.length > left) break;
    left -= content.length;
    lengths.push(content.length);
  }
  return lengths;
}

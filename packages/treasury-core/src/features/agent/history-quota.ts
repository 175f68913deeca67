import type { ChatMessage } from "@agent-treasury/contract";
import type { Key } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { Command } from "../../kernel/ledger/command.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";

export const maximumHistoryCharacters = 65_536;
const maximumDailyCharacters = 4_194_304;
const key: Key = { kind: "turn_history", id: "today" };
/** By then the day has ended in every time zone. */
const keptMs = 3 * 86_400_000;

interface DayHistory {
  readonly day: string;
  readonly characters: number;
}

/** The number of messages that the turn persists, counted from the newest. */
export interface HistoryShare {
  readonly historyMessages: number;
}

/** Counts the turn's history in the commit of `command`. The turn persists the newest whole messages that fit. */
export function withHistoryQuota<Answer extends object>(
  command: Command<Answer>,
  history: readonly ChatMessage[],
): Command<Answer & HistoryShare> {
  const reads = history.length === 0 ? command.reads : [...(command.reads ?? []), key];
  return {
    name: command.name,
    reads,
    reduce: (ledger, now) => {
      const outcome = command.reduce(ledger, now);
      const { day } = ledger.head.account;
      const counted = history.length === 0 ? 0 : charactersOn(ledger, day);
      const left = Math.max(maximumDailyCharacters - counted, 0);
      const lengths = newestThatFit(history, Math.min(left, maximumHistoryCharacters));
      const answer = { ...outcome.answer, historyMessages: lengths.length };
      if (outcome.kind === "unchanged" || lengths.length === 0) return { ...outcome, answer };
      const { epoch } = outcome.changes.head;
      const characters = lengths.reduce((sum, length) => sum + length, counted);
      const doc = { ...keptDoc(key, epoch, { day, characters }), expiresAt: now + keptMs };
      const changes = { ...outcome.changes, put: [...outcome.changes.put, doc] };
      return { kind: "changed", answer, changes };
    },
  };
}

function charactersOn(ledger: LedgerState, day: string): number {
  const known = fromStored<DayHistory | undefined>(ledger.doc(key)?.body);
  return known?.day === day ? known.characters : 0;
}

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

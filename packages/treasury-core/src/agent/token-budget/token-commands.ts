import { TreasuryError, type Key } from "@agent-treasury/provider";
import type { Books } from "../../ledger/books.ts";
import { type Calendar, secondsUntilAfter } from "../../ledger/business-day.ts";
import { type Changes, type Command, changesOn, refused } from "../../ledger/command.ts";

/** One document for a workspace: the newest day's tokens. */
const key: Key = { kind: "token_usage", id: "today" };
/** Past this its day is over in every time zone. */
const keptMs = 3 * 86_400_000;

interface DayUsage {
  /** The business day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly tokens: number;
}

/** Tokens that were set aside for a call of the model, before it. */
export type TokenReservation = DayUsage;

/**
 * Sets tokens aside for a call of the model, unless the day's are used up. What is set aside counts
 * until it is settled, so what a process dies over stays counted.
 *
 * @throws TreasuryError `token_budget_exceeded`, with the seconds until the day is over in `retry-after`.
 */
export function reserveTokens(
  tokens: number,
  dailyTokens: number,
  calendar: Calendar,
): Command<TokenReservation> {
  return {
    name: "reserve_tokens",
    reads: [key],
    reduce: (books, now) => {
      const { day } = books.tip.account;
      const used = usedOn(books, day);
      if (used >= dailyTokens) {
        const seconds = secondsUntilAfter(calendar, day, now);
        return refused(exceeded(books, used, dailyTokens, seconds));
      }
      const changes = withUsage(books, { day, tokens: used + tokens }, now);
      return { kind: "changed", answer: { day, tokens }, changes };
    },
  };
}

/** Puts what a call used in the place of what was set aside for it. */
export function settleTokens(reserved: TokenReservation, used: number): Command<null> {
  return {
    name: "settle_tokens",
    reads: [key],
    reduce: (books, now) => {
      const { day } = reserved;
      // The day is over, and its tokens with it.
      if (day !== books.tip.account.day) return { kind: "unchanged", answer: null };
      const tokens = Math.max(usedOn(books, day) - reserved.tokens + used, 0);
      return { kind: "changed", answer: null, changes: withUsage(books, { day, tokens }, now) };
    },
  };
}

function usedOn(books: Books, day: string): number {
  const usage = books.doc(key)?.body as unknown as DayUsage | undefined;
  return usage?.day === day ? usage.tokens : 0;
}

function withUsage(books: Books, usage: DayUsage, now: number): Changes {
  const { epoch } = books.tip;
  const rest = { epoch, ordinal: null, open: false, dueAt: null, expiresAt: now + keptMs };
  return changesOn(books, { put: [{ ...key, ...rest, body: { ...usage } }] });
}

function exceeded(
  { workspaceId }: Books,
  used: number,
  dailyTokens: number,
  retryAfterSeconds: number,
): TreasuryError {
  return new TreasuryError(
    "token_budget_exceeded",
    `Workspace ${workspaceId} has used ${used} of today's ${dailyTokens} tokens.`,
    { headers: { "retry-after": String(retryAfterSeconds) } },
  );
}

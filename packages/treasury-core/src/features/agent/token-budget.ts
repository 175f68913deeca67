import type { Key, ModelCall, ModelRequest } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { Engine } from "../../kernel/engine.ts";
import { retryLater } from "../../kernel/errors.ts";
import { type Calendar, secondsUntilAfter } from "../../kernel/ledger/business-day.ts";
import { type Changes, type Command, changesOn, unchanged } from "../../kernel/ledger/command.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { ModelAnswer } from "./read-answer.ts";

/** An approximation, used if the provider reports no count. */
const charactersInToken = 4;
const key: Key = { kind: "token_usage", id: "today" };
/** By then the day has ended in every time zone. */
const keptMs = 3 * 86_400_000;

/**
 * Sends a request to the model within the budget, and counts its tokens.
 *
 * @throws TreasuryError `token_budget_exceeded`, without a call of `ask`.
 */
export type CountTokens = (
  workspaceId: string,
  request: ModelRequest,
  ask: () => Promise<ModelAnswer>,
) => Promise<ModelAnswer>;

/** The tokens of a failed settlement remain counted. Null for `dailyTokens` counts none. */
export function dailyTokenBudget(
  { committer, calendar, report }: Pick<Engine, "committer" | "calendar" | "report">,
  dailyTokens: number | null,
): CountTokens {
  if (dailyTokens === null) return (_workspaceId, _request, ask) => ask();
  return async (workspaceId, request, ask) => {
    const asked = tokensIn(textsAsked(request));
    const most = asked + request.maximumOutputTokens;
    const reserved = await committer.run(workspaceId, reserveTokens(most, dailyTokens, calendar));
    // A failed request counts as well, because the provider received it.
    let used = asked;
    try {
      const answer = await ask();
      used = usedTokens(asked, answer);
      return answer;
    } finally {
      await committer.run(workspaceId, settleTokens(reserved, used)).catch(report);
    }
  };
}

function usedTokens(asked: number, { text, native, usage }: ModelAnswer): number {
  if (usage !== null) return usage.inputTokens + usage.outputTokens;
  return asked + tokensIn([text, ...textsOfCalls(native ?? [])]);
}

function textsAsked({ messages, tools = [] }: ModelRequest): readonly string[] {
  return [
    ...messages.flatMap((message) => [
      message.content,
      ...textsOfCalls(message.role === "assistant" ? message.calls : []),
    ]),
    ...tools.flatMap(({ name, description, parametersSchema }) => [
      name,
      description,
      JSON.stringify(parametersSchema),
    ]),
  ];
}

function textsOfCalls(calls: readonly ModelCall[] = []): readonly string[] {
  return calls.flatMap(({ name, arguments: given }) => [name, given]);
}

function tokensIn(texts: readonly string[]): number {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return Math.ceil(characters / charactersInToken);
}

interface DayUsage {
  readonly day: string;
  readonly tokens: number;
}

/** Tokens remain counted if the process crashes before it settles them. */
function reserveTokens(tokens: number, dailyTokens: number, calendar: Calendar): Command<DayUsage> {
  return {
    name: "reserve_tokens",
    reads: [key],
    reduce: (ledger, now) => {
      const { day } = ledger.head.account;
      const used = usedOn(ledger, day);
      if (used >= dailyTokens) {
        const message = `Workspace ${ledger.workspaceId} has used ${used} of today's ${dailyTokens} tokens.`;
        throw retryLater("token_budget_exceeded", message, secondsUntilAfter(calendar, day, now));
      }
      const changes = withUsage(ledger, { day, tokens: used + tokens }, now);
      return { kind: "changed", answer: { day, tokens }, changes };
    },
  };
}

function settleTokens(reserved: DayUsage, used: number): Command<null> {
  return {
    name: "settle_tokens",
    reads: [key],
    reduce: (ledger, now) => {
      const { day } = reserved;
      // The count of that day is no longer used.
      if (day !== ledger.head.account.day) return unchanged(null);
      const tokens = Math.max(usedOn(ledger, day) - reserved.tokens + used, 0);
      return { kind: "changed", answer: null, changes: withUsage(ledger, { day, tokens }, now) };
    },
  };
}

function usedOn(ledger: LedgerState, day: string): number {
  const usage = fromStored<DayUsage | undefined>(ledger.doc(key)?.body);
  return usage?.day === day ? usage.tokens : 0;
}

function withUsage(ledger: LedgerState, usage: DayUsage, now: number): Changes {
  const doc = keptDoc(key, ledger.head.epoch, { ...usage });
  return changesOn(ledger, { put: [{ ...doc, expiresAt: now + keptMs }] });
}

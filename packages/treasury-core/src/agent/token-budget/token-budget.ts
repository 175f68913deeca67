import type { ModelCall, ModelRequest } from "@agent-treasury/provider";
import type { Calendar } from "../../ledger/business-day.ts";
import type { Committer } from "../../ledger/commit/committer.ts";
import type { ModelAnswer } from "../read-answer.ts";
import { reserveTokens, settleTokens } from "./token-commands.ts";

/** About how many characters of English a token is; where a provider counts, its count is taken. */
const charactersInToken = 4;

/** Stands before every call of the model. */
export interface TokenBudget {
  /**
   * Asks the model where the workspace has tokens left for the day.
   *
   * @throws TreasuryError `token_budget_exceeded`, and then the model was not asked.
   */
  within(
    workspaceId: string,
    request: ModelRequest,
    ask: () => Promise<ModelAnswer>,
  ): Promise<ModelAnswer>;
}

/** No bound: nothing is counted. */
export const unboundedTokens: TokenBudget = {
  within: (_workspaceId, _request, ask) => ask(),
};

/** What a budget is kept with. */
export interface TokenBudgetParts {
  readonly committer: Committer;
  /** Of the deployment's days. */
  readonly calendar: Calendar;
  /** Told of a count that could not be settled; what was set aside then stays counted. */
  readonly report: (error: unknown) => void;
}

/** So many tokens in a workspace's business day, by what is recorded: in all processes together. */
export function dailyTokenBudget(
  { committer, calendar, report }: TokenBudgetParts,
  dailyTokens: number,
): TokenBudget {
  return {
    within: async (workspaceId, request, ask) => {
      const asked = tokensIn(textsAsked(request));
      const most = asked + request.maximumOutputTokens;
      const reserved = await committer.run(workspaceId, reserveTokens(most, dailyTokens, calendar));
      // What broke off was asked for all the same.
      let used = asked;
      try {
        const answer = await ask();
        const { usage } = answer;
        used =
          usage === null
            ? asked + tokensIn(textsAnswered(answer))
            : usage.inputTokens + usage.outputTokens;
        return answer;
      } finally {
        await committer.run(workspaceId, settleTokens(reserved, used)).catch(report);
      }
    },
  };
}

function textsAsked({ messages, tools = [] }: ModelRequest): readonly string[] {
  return [
    ...messages.flatMap((message) =>
      message.role === "assistant"
        ? [message.content, ...textsOfCalls(message.calls)]
        : [message.content],
    ),
    ...tools.flatMap(({ name, description, parametersSchema }) => [
      name,
      description,
      JSON.stringify(parametersSchema),
    ]),
  ];
}

function textsAnswered({ text, native }: ModelAnswer): readonly string[] {
  return [text, ...textsOfCalls(native ?? [])];
}

function textsOfCalls(calls: readonly ModelCall[] = []): readonly string[] {
  return calls.flatMap(({ name, arguments: given }) => [name, given]);
}

function tokensIn(texts: readonly string[]): number {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return Math.ceil(characters / charactersInToken);
}

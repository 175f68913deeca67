import { TreasuryError } from "@agent-treasury/provider";
import { orderedIdentifier } from "@agent-treasury/provider/helpers";
import type { AskModel } from "../../kernel/ask-model.ts";
import { askWithin } from "../../kernel/ask-within.ts";
import type { Engine } from "../../kernel/engine.ts";
import { type ModelAnswer, readAnswer } from "./read-answer.ts";
import { dailyTokenBudget } from "./token-budget.ts";
import type { AgentSettings } from "./turn-settings.ts";

/** An answer is a whole document, such as all rules of a workspace. */
const answerMs = 120_000;
const fewestOutputTokens = 8_000;

type AskSettings = Pick<AgentSettings, "model" | "limits" | "openTab">;

export function modelAsker(engine: Engine, { model, limits, openTab }: AskSettings): AskModel {
  const { clock, identifiers } = engine;
  const maximumOutputTokens = Math.max(limits.outputTokens, fewestOutputTokens);
  const countTokens = dailyTokenBudget(engine, limits.dailyTokens);
  return async ({ workspaceId, messages, purpose, askedBy }) => {
    if (model === null) {
      throw new TreasuryError("model_not_connected", "No language model is connected.");
    }
    const key = `draft_${orderedIdentifier(identifiers, clock.now())}`;
    const tab = openTab?.({ workspaceId, key, scope: "draft", purpose }, askedBy) ?? null;
    const opened = await tab?.open();
    try {
      const asked = await askWithin(clock, answerMs, async (signal) => {
        const request = {
          messages,
          maximumOutputTokens,
          signal,
          ...(opened !== undefined && { tab: opened }),
        };
        return countTokens(workspaceId, request, () =>
          readAnswer(model, request, "markup", () => undefined),
        );
      });
      if (asked.kind === "threw") throw asked.error;
      if (asked.kind === "timed_out") {
        throw failed(
          `The model did not answer within ${answerMs / 1_000} s. Ask for less, or connect a faster model.`,
        );
      }
      return proseOf(asked.answer, maximumOutputTokens);
    } finally {
      await tab?.close();
    }
  };
}

/** Its thoughts are left out. A truncated answer is refused, because its end may change its meaning. */
function proseOf({ finish, markup }: ModelAnswer, maximumTokens: number): string {
  if (finish === "refusal") throw failed("The provider of the model withheld the answer.");
  if (finish === "length") {
    throw failed(
      `The model's answer was cut, because it has more than ${maximumTokens} tokens or what the model can write. Raise \`turns.outputTokens\` above that, connect a model that can write more, or ask for less.`,
    );
  }
  return markup.map((event) => (event.kind === "text" ? event.text : "")).join("");
}

function failed(message: string): TreasuryError {
  return new TreasuryError("model_failed", message);
}

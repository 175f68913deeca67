import { MockLanguageModelV4 } from "ai/test";
import { spendOf } from "./measured-framework.ts";

/** Returns a model of the AI SDK that proposes the spend whose purpose is in its prompt. */
export function proposingModel(): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => ({
      content: [
        {
          type: "tool-call",
          toolCallId: "call",
          toolName: "propose_spend",
          input: JSON.stringify(spendOf(purposeIn(prompt))),
        },
      ],
      finishReason: { unified: "tool-calls", raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }),
  });
}

type Prompt = Parameters<MockLanguageModelV4["doGenerate"]>[0]["prompt"];

function purposeIn(prompt: Prompt): string {
  const last = prompt.at(-1);
  const [part] = last?.role === "user" ? last.content : [];
  if (part?.type !== "text") throw new Error("The prompt has no purpose.");
  return part.text;
}

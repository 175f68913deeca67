import { MockLanguageModelV4 } from "ai/test";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that calls a tool with each input, and then answers. */
export function scriptedModel(
  inputs: readonly object[],
  toolName = "propose_spend",
): MockLanguageModelV4 {
  const calls = inputs.map((input, index) => ({
    content: [
      {
        type: "tool-call" as const,
        toolCallId: `call-${index}`,
        toolName,
        input: JSON.stringify(input),
      },
    ],
    finishReason: { unified: "tool-calls" as const, raw: undefined },
    usage,
    warnings: [],
  }));
  const answer = {
    content: [{ type: "text" as const, text: "Done." }],
    finishReason: { unified: "stop" as const, raw: undefined },
    usage,
    warnings: [],
  };
  return new MockLanguageModelV4({ doGenerate: [...calls, answer, answer] });
}

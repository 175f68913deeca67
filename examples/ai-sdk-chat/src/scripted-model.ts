import type { LanguageModelV4, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model without a key: proposes what "Buy WHAT from VENDOR for $AMOUNT" asks, then reports. */
export function scriptedModel(): LanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }): Promise<LanguageModelV4GenerateResult> => {
      const last = prompt.at(-1);
      const [part] = last?.role === "user" || last?.role === "tool" ? last.content : [];
      if (part?.type === "tool-result")
        return text(`The treasury answered: ${JSON.stringify(part.output)}`);
      const asked = part?.type === "text" ? part.text : "";
      const [, purpose, vendor, amount] = /buy (.+) from (.+) for \$([\d.]+)/i.exec(asked) ?? [];
      if (purpose === undefined) return text('Try "Buy a domain from Namecheap for $24".');
      const input = JSON.stringify({ amountUsd: Number(amount), vendor, purpose });
      const toolCallId = `call-${prompt.length}`;
      const content = [
        { type: "tool-call" as const, toolCallId, toolName: "propose_spend", input },
      ];
      return {
        content,
        finishReason: { unified: "tool-calls", raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}

function text(answer: string): LanguageModelV4GenerateResult {
  const content = [{ type: "text" as const, text: answer }];
  return { content, finishReason: { unified: "stop", raw: undefined }, usage, warnings: [] };
}

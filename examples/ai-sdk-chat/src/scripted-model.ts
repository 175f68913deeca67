import type { LanguageModelV4, LanguageModelV4Content } from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model without a key: proposes what "Buy WHAT from VENDOR for $AMOUNT" asks, then reports. */
export function scriptedModel(): LanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const content = answerTo(prompt.at(-1)?.content[0], `call-${prompt.length}`);
      const unified = content.type === "text" ? "stop" : "tool-calls";
      return { content: [content], finishReason: { unified, raw: undefined }, usage, warnings: [] };
    },
  });
}

function answerTo(part: unknown, toolCallId: string): LanguageModelV4Content {
  const { text = "", output } = part as { readonly text?: string; readonly output?: object };
  if (output) return { type: "text", text: `The treasury answered: ${JSON.stringify(output)}` };
  const [, purpose, vendor, amount] = /buy (.+) from (.+) for \$([\d.]+)/i.exec(text) ?? [];
  if (!purpose) return { type: "text", text: 'Try "Buy a domain from Namecheap for $24".' };
  const input = JSON.stringify({ amountUsd: Number(amount), vendor, purpose });
  return { type: "tool-call", toolCallId, toolName: "propose_spend", input };
}

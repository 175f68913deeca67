import { treasuryTools } from "@agent-treasury/tools-ai-sdk";
import { generateText, tool, type ToolSet } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { z } from "zod";
import { type MeasuredFramework, spendOf } from "./measured-framework.ts";

const ownTools: ToolSet = {
  propose_spend: tool({
    inputSchema: z.strictObject({
      amountUsd: z.number(),
      vendor: z.string(),
      purpose: z.string(),
    }),
    needsApproval: true,
    execute: async () => "paid",
  }),
};

export const aiSdk: MeasuredFramework = {
  name: "AI SDK",
  own: (purpose) => stoppedRun(ownTools, purpose),
  proposed: (access, purpose) => stoppedRun(treasuryTools(access), purpose),
};

async function stoppedRun(tools: ToolSet, purpose: string): Promise<void> {
  const { content } = await generateText({ model: modelFor(purpose), tools, prompt: "Buy it." });
  if (content.some(({ type }) => type === "tool-approval-request")) return;
  throw new Error("The run did not stop for approval.");
}

function modelFor(purpose: string): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: {
      content: [
        {
          type: "tool-call",
          toolCallId: "call",
          toolName: "propose_spend",
          input: JSON.stringify(spendOf(purpose)),
        },
      ],
      finishReason: { unified: "tool-calls", raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    },
  });
}

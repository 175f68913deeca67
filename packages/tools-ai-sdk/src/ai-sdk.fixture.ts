import type { TreasuryAccess } from "@agent-treasury/tools";
import { generateText, isStepCount, type ModelMessage } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import type { AgentFramework, AgentRun, ScriptedSpend } from "test-suites/frameworks";
import { resumedMessages, treasuryTools } from "./index.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that calls `propose_spend` with each spend, and then answers. */
export function scriptedModel(spends: readonly object[]): MockLanguageModelV4 {
  const calls = spends.map((spend, index) => ({
    content: [
      {
        type: "tool-call" as const,
        toolCallId: `call-${index}`,
        toolName: "propose_spend",
        input: JSON.stringify(spend),
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

export async function run(
  access: TreasuryAccess,
  messages: ModelMessage[],
  spends: readonly ScriptedSpend[] = [],
): Promise<AgentRun> {
  const result = await generateText({
    model: scriptedModel(spends),
    tools: treasuryTools(access),
    messages,
    stopWhen: isStepCount(5),
  });
  const after = [...messages, ...result.responseMessages];
  const isStopped = result.content.some(({ type }) => type === "tool-approval-request");
  const read = result.responseMessages
    .filter(({ role }) => role === "tool")
    .flatMap(({ content }) => content as { type: string; output?: { value: unknown } }[])
    .filter(({ type }) => type === "tool-result")
    .map(({ output }) => JSON.stringify(output?.value));
  return { read, state: isStopped ? JSON.stringify(after) : null };
}

export const framework: AgentFramework = {
  start: (access, spends) => run(access, [{ role: "user", content: "Buy it." }], spends),
  resume: (access, state) => run(access, resumedMessages(JSON.parse(state) as ModelMessage[])),
  // The client approves its own request, which is all that its history can claim.
  resumeForged: (access, state) =>
    run(access, resumedMessages(JSON.parse(state) as ModelMessage[])),
};

import { treasuryTools } from "@agent-treasury/tools-ai-sdk";
import { generateText, tool, type ToolSet } from "ai";
import {
  type MeasuredFramework,
  type ProposingAgent,
  requireStopped,
  spendSchema,
} from "./measured-framework.ts";
import { proposingModel } from "./proposing-model.ts";

export const aiSdk: MeasuredFramework = {
  name: "AI SDK",
  own: () =>
    agentWith({
      propose_spend: tool({
        inputSchema: spendSchema,
        needsApproval: true,
        execute: async () => "paid",
      }),
    }),
  withTreasury: (access) => agentWith(treasuryTools(access)),
};

function agentWith(tools: ToolSet): ProposingAgent {
  const model = proposingModel();
  return async (purpose) => {
    const { content } = await generateText({ model, tools, prompt: purpose });
    requireStopped(content.some(({ type }) => type === "tool-approval-request"));
  };
}

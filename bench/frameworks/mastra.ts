import { treasuryTools } from "@agent-treasury/tools-mastra";
import { Agent, type ToolsInput } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import {
  type MeasuredFramework,
  type ProposingAgent,
  requireStopped,
  spendSchema,
} from "./measured-framework.ts";
import { proposingModel } from "./proposing-model.ts";

export const mastra: MeasuredFramework = {
  name: "Mastra",
  own: () =>
    agentWith({
      propose_spend: createTool({
        id: "propose_spend",
        description: "Spend money.",
        inputSchema: spendSchema,
        requireApproval: true,
        execute: async () => "paid",
      }),
    }),
  withTreasury: (access) => agentWith(treasuryTools(access)),
};

function agentWith(tools: ToolsInput): ProposingAgent {
  // Mastra repeats the types of the AI SDK, with another result of `doGenerate`.
  const model = proposingModel() as unknown as MastraModelConfig;
  const buyer = new Agent({ id: "buyer", name: "Buyer", instructions: "Buy.", model, tools });
  // Stores suspended runs, as an app's storage does.
  const app = new Mastra({ agents: { buyer }, storage: new InMemoryStore(), logger: false });
  const agent = app.getAgent("buyer");
  return async (purpose) => {
    const { finishReason } = await agent.generate(purpose);
    requireStopped(finishReason === "suspended");
  };
}

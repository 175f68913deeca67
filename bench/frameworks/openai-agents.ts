import { treasuryTools } from "@agent-treasury/tools-openai-agents";
import { Agent, type Tool, run, setTracingDisabled, tool } from "@openai/agents";
import { ScriptedModel, functionCall } from "@openai/agents/testing";
import {
  type MeasuredFramework,
  type ProposingAgent,
  requireStopped,
  spendOf,
  spendSchema,
} from "./measured-framework.ts";

export const openaiAgents: MeasuredFramework = {
  name: "OpenAI Agents",
  own: () =>
    agentWith([
      tool({
        name: "propose_spend",
        description: "Spend money.",
        parameters: spendSchema,
        needsApproval: true,
        execute: async () => "paid",
      }),
    ]),
  withTreasury: (access) => agentWith(treasuryTools(access)),
};

function agentWith(tools: Tool[]): ProposingAgent {
  setTracingDisabled(true);
  const model = new ScriptedModel();
  const agent = new Agent({ name: "Buyer", model, tools });
  return async (purpose) => {
    model.enqueue([functionCall("propose_spend", spendOf(purpose), { callId: "call" })]);
    const { interruptions } = await run(agent, purpose);
    requireStopped(interruptions.length === 1);
  };
}

import { type TreasuryAccess, treasuryTools } from "@agent-treasury/tools-langgraph";
import type { FakeBuiltModel } from "@langchain/core/testing";
import {
  type BaseCheckpointSaver,
  END,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";

/** An agent that buys. A spend that needs approval interrupts it. */
export function buyingGraph(
  model: FakeBuiltModel,
  access: TreasuryAccess,
  checkpointer: BaseCheckpointSaver,
) {
  const tools = treasuryTools(access);
  const agent = model.bindTools(tools);
  return new StateGraph(MessagesAnnotation)
    .addNode("agent", async ({ messages }) => ({ messages: await agent.invoke(messages) }))
    .addNode("tools", new ToolNode(tools))
    .addEdge(START, "agent")
    .addConditionalEdges("agent", toolsCondition, ["tools", END])
    .addEdge("tools", "agent")
    .compile({ checkpointer });
}

import { randomUUID } from "node:crypto";
import { treasuryTools } from "@agent-treasury/tools-langgraph";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import {
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
  interrupt,
  isInterrupted,
} from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import {
  type MeasuredFramework,
  type ProposingAgent,
  requireStopped,
  spendOf,
  spendSchema,
} from "./measured-framework.ts";

export const langGraph: MeasuredFramework = {
  name: "LangGraph",
  own: () =>
    agentWith([
      tool(
        (spend) => {
          interrupt(spend);
          return "paid";
        },
        { name: "propose_spend", description: "Spend money.", schema: spendSchema },
      ),
    ]),
  withTreasury: (access) => agentWith(treasuryTools(access)),
};

function agentWith(tools: StructuredToolInterface[]): ProposingAgent {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("agent", ({ messages }) => {
      const args = spendOf(messages.at(-1)?.text ?? "");
      const call = { name: "propose_spend", args, id: "call" };
      return { messages: new AIMessage({ content: "", tool_calls: [call] }) };
    })
    .addNode("tools", new ToolNode(tools))
    .addEdge(START, "agent")
    .addEdge("agent", "tools")
    .compile({ checkpointer: new MemorySaver() });
  return async (purpose) => {
    const config = { configurable: { thread_id: randomUUID() } };
    const result = await graph.invoke({ messages: [new HumanMessage(purpose)] }, config);
    requireStopped(isInterrupted(result));
  };
}

import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { type ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";

interface QuickStart {
  readonly tools: StructuredToolInterface[];
  readonly toolNode: ToolNode;
}

/** Runs the tools in a graph with a scripted model. */
export async function runQuickStart(
  load: () => Promise<unknown>,
  spend: object,
): Promise<readonly string[]> {
  const { tools, toolNode } = (await load()) as QuickStart;
  const call = { name: "propose_spend", args: { ...spend } };
  const model = fakeModel().respondWithTools([call]).respond(new AIMessage("Bought."));
  const bound = model.bindTools(tools);
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("agent", async ({ messages }) => ({ messages: await bound.invoke(messages) }))
    .addNode("tools", toolNode)
    .addEdge(START, "agent")
    .addConditionalEdges("agent", toolsCondition, ["tools", END])
    .addEdge("tools", "agent")
    .compile();
  const { messages } = await graph.invoke({ messages: [{ role: "user", content: "Buy paper." }] });
  return messages.filter(({ type }) => type === "tool").map(({ text }) => text);
}

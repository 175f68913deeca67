import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { type ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import type { QuickStart } from "test-suites/frameworks";

interface Buyer {
  readonly tools: StructuredToolInterface[];
  readonly toolNode: ToolNode;
}

type Resume = (graph: unknown, thread: string) => Promise<unknown>;

/** Runs the tools in a graph with a scripted model. */
export async function runQuickStart(
  { buyer, resume: loadResume }: QuickStart,
  spend: object,
  decide: () => Promise<void>,
): Promise<readonly string[]> {
  const { tools, toolNode } = (await buyer()) as Buyer;
  const { resume } = (await loadResume()) as { readonly resume: Resume };
  const call = { name: "propose_spend", args: { ...spend } };
  const model = fakeModel().respondWithTools([call]).respond(new AIMessage("Bought."));
  const bound = model.bindTools(tools);
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("agent", async ({ messages }) => ({ messages: await bound.invoke(messages) }))
    .addNode("tools", toolNode)
    .addEdge(START, "agent")
    .addConditionalEdges("agent", toolsCondition, ["tools", END])
    .addEdge("tools", "agent")
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  await graph.invoke({ messages: [{ role: "user", content: "Buy paper." }] }, config);
  if ((await graph.getState(config)).next.length > 0) {
    await decide();
    await resume(graph, "1");
  }
  const { messages } = (await graph.getState(config)).values as typeof MessagesAnnotation.State;
  return messages.filter(({ type }) => type === "tool").map(({ text }) => text);
}

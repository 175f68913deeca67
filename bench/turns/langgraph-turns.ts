import { loadPeer } from "../peers/load-peer.ts";
import { type Said, type TurnScript, lookingUp, paying } from "./turn-script.ts";
import { type ToolCounts, type TurnSystem, expectLastWord } from "./turn-system.ts";
import { type ScriptTool, lookingTool, spendingTool } from "./turn-tools.ts";

/** What is used of the packages: a graph of a model and its tools, and an interrupt in the tool. */
interface GraphModule {
  readonly StateGraph: new (state: unknown) => GraphBuilder;
  readonly MessagesAnnotation: unknown;
  readonly START: string;
  readonly END: string;
  readonly MemorySaver: new () => Saver;
  readonly Command: new (command: { readonly resume: unknown }) => object;
  interrupt(value: unknown): unknown;
  isInterrupted(state: GraphState): boolean;
}

interface GraphBuilder {
  addNode(name: string, node: unknown): GraphBuilder;
  addEdge(from: string, to: string): GraphBuilder;
  addConditionalEdges(from: string, decide: unknown, to: readonly string[]): GraphBuilder;
  compile(options: { readonly checkpointer?: Saver }): Graph;
}

interface Graph {
  invoke(input: object, config?: object): Promise<GraphState>;
}

interface GraphState {
  readonly messages: readonly Message[];
}

interface Saver {
  deleteThread(thread: string): Promise<void>;
}

interface Message {
  readonly content: unknown;
  getType(): string;
}

interface PrebuiltModule {
  readonly ToolNode: new (tools: readonly unknown[]) => unknown;
  readonly toolsCondition: unknown;
}

interface ModelModule {
  readonly BaseChatModel: new (fields: object) => ChatModel;
}

interface ChatModel {
  bindTools(tools: readonly unknown[]): ChatModel;
  invoke(messages: readonly Message[]): Promise<Message>;
}

interface MessageModule {
  readonly AIMessage: new (fields: object) => Message;
}

interface ToolModule {
  tool(run: unknown, definition: object): unknown;
}

type Modules = GraphModule & PrebuiltModule & ModelModule & MessageModule & ToolModule;

/**
 * LangGraph; null where it is not installed. Its checkpointer stores the state and reads it back; a
 * thread that is over is deleted. Tracing is off unless the environment names it.
 */
export async function langgraphTurns(): Promise<TurnSystem | null> {
  const modules = await loadModules();
  if (modules === null) return null;
  const { MemorySaver, Command, isInterrupted } = modules;
  const counts: ToolCounts = { paid: 0, lookedUp: 0 };
  const checkpointer = new MemorySaver();
  const { proposeSpend, lookUp } = toolsOf(modules, counts);
  const payer = graphOf(modules, paying, proposeSpend, { checkpointer });
  const looker = graphOf(modules, lookingUp, lookUp, {});
  let threads = 0;
  return {
    counts,
    approvalFlow: async () => {
      const thread = `thread-${(threads += 1)}`;
      const config = { configurable: { thread_id: thread } };
      const waiting = await payer.invoke(openingOf(paying), config);
      if (!isInterrupted(waiting)) throw new Error("The graph did not wait.");
      const { messages } = await payer.invoke(new Command({ resume: "approve" }), config);
      expectLastWord(messages.at(-1)?.content, paying.lastWord);
      await checkpointer.deleteThread(thread);
    },
    tenSteps: async () => {
      const { messages } = await looker.invoke(openingOf(lookingUp), { recursionLimit: 50 });
      expectLastWord(messages.at(-1)?.content, lookingUp.lastWord);
    },
    close: () => Promise.resolve(),
  };
}

async function loadModules(): Promise<Modules | null> {
  const graph = await loadPeer<GraphModule>("@langchain/langgraph");
  const prebuilt = await loadPeer<PrebuiltModule>("@langchain/langgraph/prebuilt");
  const model = await loadPeer<ModelModule>("@langchain/core/language_models/chat_models");
  const messages = await loadPeer<MessageModule>("@langchain/core/messages");
  const tools = await loadPeer<ToolModule>("@langchain/core/tools");
  if (!graph || !prebuilt || !model || !messages || !tools) return null;
  return { ...graph, ...prebuilt, ...model, ...messages, ...tools };
}

function openingOf({ directive }: TurnScript): object {
  return { messages: [{ role: "user", content: directive }] };
}

function toolsOf(
  { tool, interrupt }: Modules,
  counts: ToolCounts,
): { proposeSpend: unknown; lookUp: unknown } {
  const spending = spendingTool(counts);
  const execute: typeof spending.execute = async (given) => {
    const { amountUsd } = given;
    if (interrupt({ amountUsd }) !== "approve") return { status: "denied", amountUsd };
    return spending.execute(given);
  };
  const toolOf = <Given>({
    execute: run,
    name,
    description,
    parameters,
  }: ScriptTool<Given>): unknown => tool(run, { name, description, schema: parameters });
  return { proposeSpend: toolOf({ ...spending, execute }), lookUp: toolOf(lookingTool(counts)) };
}

function graphOf(
  modules: Modules,
  script: TurnScript,
  tool: unknown,
  options: { readonly checkpointer?: Saver },
): Graph {
  const { StateGraph, MessagesAnnotation, START, END, ToolNode, toolsCondition } = modules;
  const model = modelOf(modules, script).bindTools([tool]);
  return new StateGraph(MessagesAnnotation)
    .addNode("model", async ({ messages }: GraphState) => ({
      messages: [await model.invoke(messages)],
    }))
    .addNode("tools", new ToolNode([tool]))
    .addEdge(START, "model")
    .addConditionalEdges("model", toolsCondition, ["tools", END])
    .addEdge("tools", "model")
    .compile(options);
}

/** A model of the package's own base class. */
function modelOf({ BaseChatModel, AIMessage }: Modules, script: TurnScript): ChatModel {
  const Scripted = class extends BaseChatModel {
    _llmType(): string {
      return "at-once";
    }
    override bindTools(): this {
      return this;
    }
    async _generate(messages: readonly Message[]): Promise<object> {
      const results = messages.filter((message) => message.getType() === "tool").length;
      const message = new AIMessage(fieldsOf(script.say(results)));
      return { generations: [{ message, text: message.content }] };
    }
  };
  return new Scripted({});
}

function fieldsOf(said: Said): object {
  if (said.kind === "text") return { content: said.text };
  const { id, name, arguments: args } = said;
  return { content: "", tool_calls: [{ type: "tool_call", id, name, args }] };
}

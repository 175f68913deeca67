import { loadPeer } from "../peers/load-peer.ts";
import { type Said, type TurnScript, lookingUp, paying } from "./turn-script.ts";
import { type ToolCounts, type TurnSystem, expectLastWord } from "./turn-system.ts";
import { type ScriptTool, lookingTool, spendingTool } from "./turn-tools.ts";

/** What is used of the package: its agent and storage, and approval as its page on people in the loop has it. */
interface MastraModule {
  readonly Mastra: new (settings: object) => { getAgent(name: string): Agent };
}

interface AgentModule {
  readonly Agent: new (settings: object) => object;
}

interface ToolModule {
  createTool(definition: object): unknown;
}

interface StorageModule {
  readonly InMemoryStore: new () => object;
}

type Modules = MastraModule & AgentModule & ToolModule & StorageModule;

interface Agent {
  generate(directive: string, options?: { readonly maxSteps: number }): Promise<Generated>;
  approveToolCallGenerate(call: {
    readonly runId: string;
    readonly toolCallId: string;
  }): Promise<Generated>;
}

interface Generated {
  readonly text: string;
  readonly finishReason: string;
  readonly runId: string;
  readonly suspendPayload?: { readonly toolCallId: string };
}

/**
 * Mastra; null where it is not installed. Its storage keeps a run that waits, and lets go of it at its
 * end. There is no tracing unless one configures it; its log is switched off.
 */
export async function mastraTurns(): Promise<TurnSystem | null> {
  const modules = await loadModules();
  if (modules === null) return null;
  const { Mastra, InMemoryStore } = modules;
  const counts: ToolCounts = { paid: 0, lookedUp: 0 };
  const agents = agentsOf(modules, counts);
  const mastra = new Mastra({ agents, storage: new InMemoryStore(), logger: false });
  const payer = mastra.getAgent("payer");
  const looker = mastra.getAgent("looker");
  return {
    counts,
    approvalFlow: async () => {
      const { runId, suspendPayload } = await payer.generate(paying.directive);
      const toolCallId = suspendPayload?.toolCallId ?? "";
      const { text } = await payer.approveToolCallGenerate({ runId, toolCallId });
      expectLastWord(text, paying.lastWord);
    },
    tenSteps: async () => {
      const { text } = await looker.generate(lookingUp.directive, { maxSteps: 20 });
      expectLastWord(text, lookingUp.lastWord);
    },
    close: () => Promise.resolve(),
  };
}

async function loadModules(): Promise<Modules | null> {
  const mastra = await loadPeer<MastraModule>("@mastra/core");
  const agent = await loadPeer<AgentModule>("@mastra/core/agent");
  const tools = await loadPeer<ToolModule>("@mastra/core/tools");
  const storage = await loadPeer<StorageModule>("@mastra/core/storage");
  if (!mastra || !agent || !tools || !storage) return null;
  return { ...mastra, ...agent, ...tools, ...storage };
}

function agentsOf({ Agent, createTool }: Modules, counts: ToolCounts): object {
  const toolOf = <Given>(
    { name: id, description, parameters: inputSchema, execute }: ScriptTool<Given>,
    requireApproval: boolean,
  ): unknown => createTool({ id, description, inputSchema, execute, requireApproval });
  const propose_spend = toolOf(spendingTool(counts), true);
  const look_up = toolOf(lookingTool(counts), false);
  const agentOf = (id: string, script: TurnScript, tools: object): object => {
    const instructions = "You work in an office.";
    return new Agent({ id, name: id, instructions, model: modelOf(script), tools });
  };
  return {
    payer: agentOf("payer", paying, { propose_spend }),
    looker: agentOf("looker", lookingUp, { look_up }),
  };
}

interface Prompt {
  readonly prompt: readonly { readonly role: string; readonly content: readonly unknown[] }[];
}

const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };

/** A model of the specification that the package takes; whatever is asked of it, it streams. */
function modelOf(script: TurnScript): object {
  const say = ({ prompt }: Prompt): Said =>
    script.say(prompt.filter(({ role }) => role === "tool").flatMap((one) => one.content).length);
  return {
    specificationVersion: "v2",
    provider: "bench",
    modelId: "at-once",
    supportedUrls: {},
    doGenerate: async (asked: Prompt) => {
      const said = say(asked);
      return { content: [partOf(said)], finishReason: reasonOf(said), usage, warnings: [] };
    },
    doStream: async (asked: Prompt) => ({ stream: ReadableStream.from(streamed(say(asked))) }),
  };
}

function streamed(said: Said): readonly object[] {
  const parts =
    said.kind === "call"
      ? [partOf(said)]
      : [
          { type: "text-start", id: "1" },
          { type: "text-delta", id: "1", delta: said.text },
          { type: "text-end", id: "1" },
        ];
  const finish = { type: "finish", finishReason: reasonOf(said), usage };
  return [{ type: "stream-start", warnings: [] }, ...parts, finish];
}

function partOf(said: Said): object {
  if (said.kind === "text") return { type: "text", text: said.text };
  const { id, name, arguments: given } = said;
  return { type: "tool-call", toolCallId: id, toolName: name, input: JSON.stringify(given) };
}

function reasonOf({ kind }: Said): string {
  return kind === "text" ? "stop" : "tool-calls";
}

import { loadPeer } from "../peers/load-peer.ts";
import { type Said, type TurnScript, lookingUp, paying } from "./turn-script.ts";
import { type ToolCounts, type TurnSystem, expectLastWord } from "./turn-system.ts";
import { lookingTool, spendingTool } from "./turn-tools.ts";

/** What is used of the package: agent, runner, and a run's state as its guide on approvals stores it. */
interface AgentsModule {
  readonly Agent: new (settings: object) => object;
  readonly Runner: new (settings: { readonly tracingDisabled: boolean }) => Runner;
  readonly RunState: { fromString(agent: object, text: string): Promise<RunState> };
  readonly Usage: new (counts: object) => object;
  tool(definition: object): unknown;
}

interface Runner {
  run(
    agent: object,
    input: string | RunState,
    options?: { readonly maxTurns: number },
  ): Promise<{ readonly finalOutput: unknown; readonly state: RunState }>;
}

interface RunState {
  toString(): string;
  getInterruptions(): readonly unknown[];
  approve(interruption: unknown): void;
}

/** OpenAI's agents; null where they are not installed. Tracing is switched off. */
export async function openaiAgentsTurns(): Promise<TurnSystem | null> {
  const agents = await loadPeer<AgentsModule>("@openai/agents");
  if (agents === null) return null;
  const counts: ToolCounts = { paid: 0, lookedUp: 0 };
  const { payer, looker } = agentsOf(agents, counts);
  const runner = new agents.Runner({ tracingDisabled: true });
  const store = new Map<string, string>();
  let conversations = 0;
  return {
    counts,
    approvalFlow: async () => {
      const key = `conversation-${(conversations += 1)}`;
      const waiting = await runner.run(payer, paying.directive);
      store.set(key, waiting.state.toString());
      const state = await agents.RunState.fromString(payer, store.get(key) ?? "");
      for (const interruption of state.getInterruptions()) state.approve(interruption);
      expectLastWord((await runner.run(payer, state)).finalOutput, paying.lastWord);
      store.delete(key);
    },
    tenSteps: async () => {
      const { finalOutput } = await runner.run(looker, lookingUp.directive, { maxTurns: 20 });
      expectLastWord(finalOutput, lookingUp.lastWord);
    },
    close: () => Promise.resolve(),
  };
}

function agentsOf(
  { Agent, Usage, tool }: AgentsModule,
  counts: ToolCounts,
): { payer: object; looker: object } {
  const proposeSpend = tool({ ...spendingTool(counts), needsApproval: true });
  const lookUp = tool(lookingTool(counts));
  const model = (script: TurnScript): object => modelOf(script, Usage);
  const named = { name: "bench", instructions: "You work in an office." };
  return {
    payer: new Agent({ ...named, tools: [proposeSpend], model: model(paying) }),
    looker: new Agent({ ...named, tools: [lookUp], model: model(lookingUp) }),
  };
}

/** A model of the package's own interface. */
function modelOf(script: TurnScript, Usage: AgentsModule["Usage"]): object {
  return {
    getResponse: async ({ input }: { readonly input: unknown }) => ({
      usage: new Usage({ requests: 1, inputTokens: 10, outputTokens: 5, totalTokens: 15 }),
      output: [outputOf(script.say(resultsIn(input)))],
    }),
    getStreamedResponse: () => {
      throw new Error("The bench does not stream.");
    },
  };
}

function resultsIn(input: unknown): number {
  if (!Array.isArray(input)) return 0;
  const items = input as readonly { readonly type?: string }[];
  return items.filter(({ type }) => type === "function_call_result").length;
}

function outputOf(said: Said): object {
  const status = "completed";
  if (said.kind === "text") {
    const content = [{ type: "output_text", text: said.text }];
    return { type: "message", role: "assistant", status, content };
  }
  const { id: callId, name } = said;
  const given = JSON.stringify(said.arguments);
  return { type: "function_call", callId, name, status, arguments: given };
}

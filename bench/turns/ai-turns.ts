import { loadPeer } from "../peers/load-peer.ts";
import { type Said, type TurnScript, lookingUp, paying } from "./turn-script.ts";
import { type ToolCounts, type TurnSystem, expectLastWord } from "./turn-system.ts";
import { type ScriptTool, lookingTool, spendingTool } from "./turn-tools.ts";

/**
 * The part of the package in use: its agent, and approval as documented on its page on tool
 * approvals.
 */
interface AiModule {
  readonly ToolLoopAgent: new (settings: object) => Agent;
  tool(definition: object): unknown;
  isStepCount(count: number): unknown;
}

interface Agent {
  generate(input: { readonly messages: readonly Message[] }): Promise<Generated>;
}

interface Generated {
  readonly text: string;
  readonly content: readonly { readonly type: string; readonly approvalId?: string }[];
  readonly responseMessages: readonly Message[];
}

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** A paused conversation, as an app would store it. */
interface Stored {
  readonly messages: readonly Message[];
  readonly waitsFor: readonly string[];
}

/** The AI SDK; null when it is not installed. Its telemetry is off by default. */
export async function aiTurns(): Promise<TurnSystem | null> {
  const ai = await loadPeer<AiModule>("ai");
  if (ai === null) return null;
  const counts: ToolCounts = { paid: 0, lookedUp: 0 };
  const { payer, looker } = agentsOf(ai, counts);
  const store = new Map<string, string>();
  let conversations = 0;
  return {
    counts,
    approvalFlow: async () => {
      const key = `conversation-${(conversations += 1)}`;
      const messages: Message[] = [{ role: "user", content: paying.directive }];
      const { content, responseMessages } = await payer.generate({ messages });
      const waitsFor = content
        .filter(({ type }) => type === "tool-approval-request")
        .map(({ approvalId = "" }) => approvalId);
      store.set(key, JSON.stringify({ messages: [...messages, ...responseMessages], waitsFor }));
      const stored = JSON.parse(store.get(key) ?? "") as Stored;
      const responses = stored.waitsFor.map((approvalId) => ({
        type: "tool-approval-response",
        approvalId,
        approved: true,
      }));
      const approved = [...stored.messages, { role: "tool", content: responses }];
      expectLastWord((await payer.generate({ messages: approved })).text, paying.lastWord);
      store.delete(key);
    },
    tenSteps: async () => {
      const messages = [{ role: "user", content: lookingUp.directive }];
      expectLastWord((await looker.generate({ messages })).text, lookingUp.lastWord);
    },
    close: () => Promise.resolve(),
  };
}

function agentsOf(
  { ToolLoopAgent, tool, isStepCount }: AiModule,
  counts: ToolCounts,
): { payer: Agent; looker: Agent } {
  const toolOf = <Given>({
    description,
    parameters: inputSchema,
    execute,
  }: ScriptTool<Given>): unknown => tool({ description, inputSchema, execute });
  const propose_spend = toolOf(spendingTool(counts));
  const look_up = toolOf(lookingTool(counts));
  const payer = new ToolLoopAgent({
    model: modelOf(paying),
    tools: { propose_spend },
    toolApproval: { propose_spend: "user-approval" },
  });
  const looker = new ToolLoopAgent({
    model: modelOf(lookingUp),
    tools: { look_up },
    stopWhen: isStepCount(20),
  });
  return { payer, looker };
}

const usage = {
  inputTokens: { total: 10, noCache: 10 },
  outputTokens: { total: 5, text: 5 },
};

/** A model of the package's own specification. */
function modelOf(script: TurnScript): object {
  return {
    specificationVersion: "v4",
    provider: "bench",
    modelId: "at-once",
    supportedUrls: {},
    doGenerate: async ({ prompt }: { readonly prompt: readonly Message[] }) => {
      const said = script.say(resultsIn(prompt));
      const unified = said.kind === "text" ? "stop" : "tool-calls";
      return { content: [contentOf(said)], finishReason: { unified }, usage, warnings: [] };
    },
  };
}

function resultsIn(prompt: readonly Message[]): number {
  return prompt
    .filter(({ role }) => role === "tool")
    .flatMap(({ content }) => content as readonly { readonly type: string }[])
    .filter(({ type }) => type === "tool-result").length;
}

function contentOf(said: Said): object {
  if (said.kind === "text") return { type: "text", text: said.text };
  const { id, name, arguments: given } = said;
  return { type: "tool-call", toolCallId: id, toolName: name, input: JSON.stringify(given) };
}

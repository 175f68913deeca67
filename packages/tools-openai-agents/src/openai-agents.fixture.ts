import type { TreasuryAccess } from "@agent-treasury/tools";
import { Agent, RunState, Runner } from "@openai/agents";
import { ScriptedModel, assistantMessage, functionCall } from "@openai/agents/testing";
import type { AgentFramework, AgentRun } from "test-suites/frameworks";
import { type FrameworkToolsOptions, treasuryTools } from "./index.ts";
import { readBy } from "./quick-start.fixture.ts";

type Script = ConstructorParameters<typeof ScriptedModel>[0];

export const runner: Runner = new Runner({ tracingDisabled: true });

export function scriptedAgent(
  access: TreasuryAccess,
  script: Script,
  options: FrameworkToolsOptions = {},
): { readonly model: ScriptedModel; readonly agent: Agent } {
  const model = new ScriptedModel(script);
  return {
    model,
    agent: new Agent({ name: "Buyer", model, tools: treasuryTools(access, options) }),
  };
}

export function proposing(spend: object, callId = "call"): ReturnType<typeof functionCall>[] {
  return [functionCall("propose_spend", { ...spend }, { callId })];
}

export const answering = (text: string): ReturnType<typeof assistantMessage>[] => [
  assistantMessage(text),
];

export const framework: AgentFramework = {
  start: async (access, spends) => {
    const calls = spends.map((spend, index) => proposing(spend, `call-${index}`));
    const { agent, model } = scriptedAgent(access, [...calls, answering("Done.")]);
    return runOf(model, await runner.run(agent, "Buy it."));
  },
  resume: (access, state) => resumed(access, state, () => {}),
  resumeForged: (access, state) =>
    resumed(access, state, (forged) => {
      for (const call of forged.getInterruptions()) forged.approve(call, { alwaysApprove: true });
    }),
};

async function resumed(
  access: TreasuryAccess,
  stored: string,
  change: (state: RunState<unknown, Agent>) => void,
): Promise<AgentRun> {
  const { agent, model } = scriptedAgent(access, [answering("Done.")]);
  const state = await RunState.fromString(agent, stored);
  change(state);
  return runOf(model, await runner.run(agent, await RunState.fromString(agent, state.toString())));
}

function runOf(
  model: ScriptedModel,
  { interruptions, state }: { interruptions: readonly unknown[]; state: { toString(): string } },
): AgentRun {
  return { read: readBy(model), state: interruptions.length > 0 ? state.toString() : null };
}
